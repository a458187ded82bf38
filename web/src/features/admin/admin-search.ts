import { formatNumber } from '../../format/counts.ts';
import type { SortOrder, TableSort } from '../../ui/lists/data-table.tsx';

/** The query in the web address of a table, without default values. */
export interface TableSearch<Sort extends string = string> {
  q?: string;
  page?: number;
  sort_by?: Sort;
  order?: SortOrder;
}

/** With `trouble`, a list shows only the records that need attention. */
export interface RecordsSearch {
  q?: string;
  page?: number;
  only?: 'trouble';
}

export const userSorts = ['id', 'username', 'email', 'is_site_admin', 'created_at'] as const;
export const teamSorts = ['id', 'name', 'description', 'member_count', 'created_at'] as const;
export const eventSorts = ['id', 'title', 'team_name', 'start_time', 'status', 'creator_username'] as const;

export const perPage = 20;

/** What one row and several rows of a table are called, such as `['user', 'users']`. */
export type Nouns = readonly [singular: string, plural: string];

const longestSearch = 200;
const lastPage = 1_000_000;

/** Makes a function that reads the query of a table, and drops unknown and invalid values. */
function makeTableReader<const Sort extends string>(sorts: readonly Sort[]) {
  return (raw: Record<string, unknown>): TableSearch<Sort> => {
    const sort_by = sorts.find((sort) => sort === raw.sort_by);
    return {
      ...readPlace(raw),
      sort_by,
      order: sort_by && (raw.order === 'asc' ? 'asc' : 'desc'),
    };
  };
}

export const readUsersSearch = makeTableReader(userSorts);
export const readTeamsSearch = makeTableReader(teamSorts);
export const readEventsSearch = makeTableReader(eventSorts);

export function readRecordsSearch(raw: Record<string, unknown>): RecordsSearch {
  return { ...readPlace(raw), only: raw.only === 'trouble' ? 'trouble' : undefined };
}

function readPlace({ q, page }: Record<string, unknown>) {
  const number = Number(page);
  return {
    q: (typeof q === 'string' && q.slice(0, longestSearch).trim()) || undefined,
    page: Number.isInteger(number) && number > 1 && number <= lastPage ? number : undefined,
  };
}

export function sortOf({ sort_by, order }: TableSearch): TableSort | undefined {
  return sort_by === undefined ? undefined : { by: sort_by, order: order ?? 'desc' };
}

export function summarise(
  { total, shown }: { total: number; shown: number },
  { q, page = 1 }: Pick<TableSearch, 'q' | 'page'>,
  [singular, plural]: Nouns,
): string {
  if (shown === 0) return '';
  const first = (page - 1) * perPage + 1;
  const of = `${formatNumber(total)}${q && total >= maxCounted ? ' or more' : ''}`;
  const range = `Showing ${formatNumber(first)} to ${formatNumber(first + shown - 1)} of ${of}`;
  return `${range} ${q ? 'matching ' : ''}${total === 1 ? singular : plural}`;
}

/** The highest total that the server returns for a search. The real total may be larger, so the page adds “or more”. */
const maxCounted = 10_000;
