/** The pages of the two lists of a team's page. The first page is left out of the address. */
export interface TeamSearch {
  page?: number;
  past?: number;
}

/** Invalid values count as the first page. */
export function readTeamSearch({ page, past }: Record<string, unknown>): TeamSearch {
  return { page: readPage(page), past: readPage(past) };
}

function readPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
}
