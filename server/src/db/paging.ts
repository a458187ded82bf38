import { sql, type Expression } from 'kysely';
import type { Db } from './connect.ts';
import { hot } from './hot.ts';

/** One page of a list. Without `limit` and `page`, the whole list. */
export interface Paging {
  limit?: number;
  page?: number;
}

const defaultLimit = 10;

interface Pageable {
  limit(count: number): this;
  offset(count: number): this;
}

export function takePage<Query extends Pageable>(query: Query, { limit, page }: Paging): Query {
  if (limit === undefined && page === undefined) return query;
  const perPage = limit ?? defaultLimit;
  return query.limit(perPage).offset(((page ?? 1) - 1) * perPage);
}

/** A search counts at most this many matches, because PostgreSQL has to read every match to count it. */
export const maxMatches = 10_000;

interface Countable extends Expression<unknown> {
  limit(count: number): Expression<unknown>;
}

export async function countRows(
  db: Db,
  query: Countable,
  { isSearch }: { isSearch: boolean },
): Promise<number> {
  const counted = isSearch ? query.limit(maxMatches) : query;
  const front = isSearch ? sql`` : hot;
  const { rows } = await sql<{
    total: number;
  }>`select ${front} count(*) as total from ${counted} counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns a `like` pattern for values that contain the text. Wildcards in the text have no special meaning. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
