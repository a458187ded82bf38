import { sql, type Expression } from 'kysely';
import type { Db } from './connect.ts';
import { hot } from './hot.ts';

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

/** Whoever finds more than this narrows the search; search engines count no further either. */
export const mostMatches = 10_000;

interface Countable extends Expression<unknown> {
  limit(count: number): Expression<unknown>;
}

/** How many rows the query finds: all of a list, but of a search at most 10,000, each of which has to be read. */
export async function countRows(
  db: Db,
  query: Countable,
  { isSearch }: { isSearch: boolean },
): Promise<number> {
  const counted = isSearch ? query.limit(mostMatches) : query;
  const front = isSearch ? sql`` : hot;
  const { rows } = await sql<{
    total: number;
  }>`select ${front} count(*) as total from ${counted} counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The `like` pattern of what contains the text, whatever stands in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
