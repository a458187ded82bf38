/** An entry in the row of page links: a page number, or a gap that follows the page `after`. */
export type PageStep = number | { after: number };

/** Lists the first, last and current page and the current page's neighbours, with gaps for the numbers left out. */
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
