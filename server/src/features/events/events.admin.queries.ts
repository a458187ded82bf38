import type { QueryOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql, type Expression } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { countRows, takePage, type Paging } from '../../db/paging.ts';
import type { EventStatus } from '../../db/tables.ts';
import { hasWords } from './events.lists.queries.ts';
import { selectEvents } from './events.queries.ts';

/**
 * Lists events of every status, or of one status, newest first. With `q`, lists only events whose title, location and
 * description together contain all words of `q`.
 */
export function listAllEvents(
  db: Db,
  { q, status, ...paging }: Paging & { q?: string; status?: EventStatus },
) {
  let matching = db.selectFrom('events').select('events.id').orderBy('events.id', 'desc');
  if (status) matching = matching.where('events.status', '=', status);
  if (q) matching = matching.where(hasWords(q));
  // Find the ids of this page first, so that only these events are joined with their teams, creators and categories.
  return selectEvents(db)
    .where('events.id', 'in', takePage(matching, paging))
    .orderBy('events.id', 'desc')
    .execute();
}

export async function countEvents(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

type AdminEventPage = QueryOf<Endpoints['GET /admin/events']>;
type NameSort = 'team_name' | 'creator_username';
type OwnSort = Exclude<NonNullable<AdminEventPage['sort_by']>, NameSort>;

const ownSorts: Record<OwnSort, Expression<unknown>> = {
  id: sql`events.id`,
  title: sql`lower(events.title)`,
  start_time: sql`events.start_time`,
  status: sql`events.status`,
};

/**
 * Lists one page of the events of every status, and counts all events that match `q`. The newest events come first,
 * unless the query names another order.
 */
export async function listSortedEvents(db: Db, query: AdminEventPage) {
  const { sort_by = 'id', ...rest } = query;
  const page = query.sort_by ? rest : { ...rest, order: 'desc' as const };
  const ids =
    sort_by === 'team_name' || sort_by === 'creator_username'
      ? await listIdsByName(db, { ...page, sort_by })
      : await listIds(db, { ...page, sort_by });
  const rows = ids.length > 0 ? await selectEvents(db).where('events.id', 'in', ids).execute() : [];
  const total = page.q
    ? await countRows(db, matchEvents(db, page.q).select('events.id'), { isSearch: true })
    : await countEvents(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

type Wanted<Sort> = Omit<AdminEventPage, 'sort_by'> & { sort_by: Sort };

async function listIds(db: Db, { q, sort_by, order, ...page }: Wanted<OwnSort>): Promise<number[]> {
  const sorted = matchEvents(db, q).select('events.id').orderBy(ownSorts[sort_by], order);
  const ordered = sort_by === 'id' ? sorted : sorted.orderBy('events.id', order);
  return (await takePage(ordered, page).execute()).map(({ id }) => id);
}

/**
 * Lists the ids of one page of events, sorted by the name of the team or of the creator. The inner join lets PostgreSQL
 * read the names in the order of their index. A second query adds the events without a team or creator.
 */
async function listIdsByName(db: Db, { q, sort_by, order, limit, page }: Wanted<NameSort>) {
  const offset = (page - 1) * limit;
  const [owner, name] =
    sort_by === 'team_name'
      ? (['events.team_id', sql`lower(teams.name)`] as const)
      : (['events.created_by', sql`lower(users.username)`] as const);
  const named = matchEvents(db, q)
    .$if(sort_by === 'team_name', (query) => query.innerJoin('teams', 'teams.id', 'events.team_id'))
    .$if(sort_by !== 'team_name', (query) => query.innerJoin('users', 'users.id', 'events.created_by'))
    .select('events.id');
  const ordered = named.orderBy(name, order).orderBy('events.id', order);
  const found = await ordered.limit(limit).offset(offset).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length === limit) return ids;
  const before = ids.length > 0 ? offset + ids.length : await countRows(db, named, { isSearch: false });
  const rest = await matchEvents(db, q)
    .where(owner, 'is', null)
    .select('events.id')
    .orderBy('events.id', order)
    .limit(limit - ids.length)
    .offset(Math.max(0, offset - before))
    .execute();
  return [...ids, ...rest.map(({ id }) => id)];
}

function matchEvents(db: Db, q: string | undefined) {
  const events = db.selectFrom('events');
  return q ? events.where(hasWords(q)) : events;
}
