/** A page number, or a gap in the numbers after the page it names. */
export type PageStep = number | { after: number };

/** First and last page, the current page and its neighbours, with gaps where numbers are left out. */
export function listPageSteps(page: number, totalPages: number): PageStep[] {
  const shown = [1, page - 1, page, page + 1, totalPages].filter(
    (candidate, index, all) => candidate >= 1 && candidate <= totalPages && all.indexOf(candidate) === index,
  );
  return shown
    .toSorted((a, b) => a - b)
    .flatMap((current, index): PageStep[] => {
      const before = shown[index - 1];
      return before === undefined || current === before + 1 ? [current] : [{ after: before }, current];
    });
}
