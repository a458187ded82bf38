/** A page of a list, or with neither of the two all of it. */
export interface Paging {
  limit?: number;
  page?: number;
}

const usualLimit = 10;

interface Pageable {
  limit(count: number): this;
  offset(count: number): this;
}

/** Narrows an ordered query to the page that was asked for. */
export function takePage<Query extends Pageable>(query: Query, { limit, page }: Paging): Query {
  if (limit === undefined && page === undefined) return query;
  const perPage = limit ?? usualLimit;
  return query.limit(perPage).offset(((page ?? 1) - 1) * perPage);
}

/** The `like` pattern of what contains the text, whatever stands in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
