import {
  sql,
  type Expression,
  type OrderByItemBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely';
import type { PictureState } from '@foyer/contract/pictures.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { hot, prepare } from '../../db/hot.ts';
import { containing, countRows, maxMatches } from '../../db/paging.ts';
import type { Tables } from '../../db/tables.ts';
import { countRemaining, foldText } from './events.rules.ts';
import { areSalesPaused, hasHolds, highestPrice, placesLeftInTypes } from './events.sales.queries.ts';

export function selectEvents(db: Db | Tx) {
  return db
    .selectFrom('events')
    .leftJoin('categories', 'categories.id', 'events.category_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('users', 'users.id', 'events.created_by')
    .select([
      'events.id',
      'events.title',
      'events.description',
      'events.location',
      'categories.name as category',
      'events.price_pence',
      highestPrice.as('highest_price'),
      'events.start_time',
      'events.end_time',
      'events.max_attendees',
      'events.seats_taken',
      placesLeftInTypes.as('types_left'),
      hasHolds.as('has_holds'),
      areSalesPaused.as('sales_paused'),
      'events.event_img_url',
      'events.status',
      'events.is_public',
      'events.allows_transfers',
      'events.asks_for_names',
      'events.refund_days',
      'events.event_type',
      'events.team_id',
      'teams.name as team_name',
      'events.created_by',
      'users.username as creator_username',
      'events.calendar_sequence',
      'events.created_at',
      'events.updated_at',
    ]);
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

/** `now` decides whether the event is past. */
export function presentEvent(
  { price_pence, seats_taken, types_left, has_holds, ...row }: EventRow,
  now: Date,
) {
  const tickets_remaining = countRemaining({ ...row, seats_taken, types_left });
  return {
    ...row,
    price: price_pence,
    tickets_remaining,
    all_reserved: tickets_remaining === 0 && has_holds,
    attendee_count: seats_taken,
    is_past: row.end_time <= now,
  };
}

/** A single event with the fields that only its editors may read. Lists leave these fields out. */
export type EventDetails = EventRow & { private_key: string | null; picture_state: PictureState | null };

export function presentForEditor({ private_key, picture_state, ...row }: EventDetails, now: Date) {
  return { ...presentEvent(row, now), private_key, picture_state };
}

const selectEvent = prepare((db, { id }: { id: number }) =>
  selectEvents(db).select(['events.private_key', 'events.picture_state']).where('events.id', '=', id),
);

export async function findEvent(db: Db | Tx, id: number): Promise<EventDetails | undefined> {
  const [event] = await selectEvent(db, { id });
  return event;
}

export async function holdsPlace(db: Db | Tx, eventId: number, userId: number): Promise<boolean> {
  const place = await db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .select('tickets.id')
    .where('orders.event_id', '=', eventId)
    .where('orders.user_id', '=', userId)
    .where('tickets.status', 'in', ['held', 'valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  return place !== undefined;
}

export interface EventFilter {
  category?: string;
  q?: string;
  startsAfter?: Date;
  endedBefore?: Date;
}

// Selects the published public events. Keep this condition free of parameters and equal to the condition of the
// partial indexes, because otherwise PostgreSQL does not use these indexes.
const isListed = sql<boolean>`events.status = 'published' and events.is_public`;

type Filterable<O> = SelectQueryBuilder<Tables, 'events', O>;

function onlyListed<O>(query: Filterable<O>, filter: EventFilter): Filterable<O> {
  let narrowed = query.where(isListed);
  if (filter.startsAfter) narrowed = narrowed.where('events.start_time', '>', filter.startsAfter);
  if (filter.endedBefore) narrowed = narrowed.where('events.end_time', '<=', filter.endedBefore);
  if (filter.category) {
    const isWanted = isNamed(filter.category);
    narrowed = narrowed.where('events.category_id', '=', (nested) =>
      nested.selectFrom('categories').select('categories.id').where(isWanted),
    );
  }
  return filter.q ? narrowed.where(hasWords(filter.q)) : narrowed;
}

/**
 * A search ignores all words after the sixth, because PostgreSQL searches for each word separately and would take too
 * long.
 */
const maxWords = 6;

/**
 * Requires that the text of an event contains every word of `q`. A word with at least three letters or digits in a row
 * is also found inside longer words. A shorter word is found only at the start of a word, because the index cannot find
 * it elsewhere.
 */
export function hasWords(q: string): RawBuilder<boolean> {
  const words = foldText(q).split(/\s+/).filter(Boolean).slice(0, maxWords);
  const conditions = words.map((word) => {
    const inside = containing(word);
    const patterns = /[\p{L}\p{N}]{3}/u.test(word)
      ? [inside]
      : [inside.slice(1), inside.replace('%', '% '), inside.replace('%', '%\n')];
    return sql`(${sql.join(
      patterns.map((pattern) => sql`events.search_text like ${pattern}`),
      sql` or `,
    )})`;
  });
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

export type EventSort = 'start_time' | 'price' | 'location' | 'max_attendees' | 'title' | 'end_time';

// `nulls last` puts events without a value at the end. On a column that is never null, it would keep PostgreSQL from
// using the index.
const sorts: Record<EventSort, { by: Expression<unknown>; hasNulls: boolean }> = {
  start_time: { by: sql`events.start_time`, hasNulls: false },
  end_time: { by: sql`events.end_time`, hasNulls: false },
  price: { by: sql`events.price_pence`, hasNulls: true },
  location: { by: sql`lower(events.location)`, hasNulls: true },
  max_attendees: { by: sql`events.max_attendees`, hasNulls: true },
  title: { by: sql`lower(events.title)`, hasNulls: false },
};

interface EventPage {
  sort: EventSort;
  order: 'asc' | 'desc';
  limit: number;
  page: number;
}

/**
 * Lists one page of the published public events, and counts all that match. Events without a value in the sorted column
 * come last.
 */
export async function listPublicEvents(db: Db, filter: EventFilter, page: EventPage) {
  const { by, hasNulls } = sorts[page.sort];
  const direct = (column: OrderByItemBuilder) => {
    const directed = page.order === 'asc' ? column.asc() : column.desc();
    return hasNulls ? directed.nullsLast() : directed;
  };
  const offset = (page.page - 1) * page.limit;
  const most = filter.q ? Math.max(0, Math.min(page.limit, maxMatches - offset)) : page.limit;
  // Write the limit into the SQL text. With a parameter, PostgreSQL plans for more rows than a page has, and the query
  // is slower.
  const limit = sql.lit(most);
  // Find the ids of this page first, so that only these events are joined with their teams, creators and categories.
  const found = onlyListed(db.selectFrom('events'), filter)
    .select('events.id')
    .orderBy(by, direct)
    .orderBy('events.id')
    .limit(limit);
  const wanted = offset > 0 ? found.offset(offset) : found;
  const isFirstOfAll = offset === 0 && !filter.q;
  const rows = await selectEvents(db)
    .$if(isFirstOfAll, (query) => query.modifyFront(hot))
    .where('events.id', 'in', wanted)
    .orderBy(by, direct)
    .orderBy('events.id')
    .limit(limit)
    .execute();
  // A page that is not full is the last page, so the total is known without counting. An empty page tells the total
  // only if it is the first.
  const isLast = rows.length < page.limit && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, total: offset + rows.length };
  const all = onlyListed(db.selectFrom('events'), filter).select('events.id');
  return { rows, total: await countRows(db, all, { isSearch: Boolean(filter.q) }) };
}

/** A team that holds three events a day takes nine years to reach this limit. */
const maxPerTeam = 10_000;

/** Lists the events of a team except drafts, soonest first. `withHidden` adds private and cancelled events. */
export function listTeamEvents(db: Db, teamId: number, options: { withHidden: boolean }) {
  let query = selectEvents(db).where('events.team_id', '=', teamId).where('events.status', '!=', 'draft');
  if (!options.withHidden)
    query = query.where('events.status', '=', 'published').where('is_public', '=', true);
  return query.orderBy('events.start_time').orderBy('events.id').limit(maxPerTeam).execute();
}

export function listTeamDrafts(db: Db, teamIds: number[]): Promise<EventRow[]> {
  if (teamIds.length === 0) return Promise.resolve([]);
  return selectEvents(db)
    .where('events.team_id', 'in', teamIds)
    .where('events.status', '=', 'draft')
    .orderBy('events.start_time')
    .orderBy('events.id')
    .limit(maxPerTeam)
    .execute();
}

/** Whether the event has a paid ticket that is still valid or was used. */
export async function hasPaidTickets(db: Db | Tx, eventId: number): Promise<boolean> {
  const paid = await db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('payment_id', 'is not', null)
    .where('status', 'in', ['valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

const selectCategories = prepare((db) =>
  db.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(500),
);

export function listCategories(db: Db) {
  return selectCategories(db, {});
}

export function findCategory(db: Db | Tx, name: string) {
  return db.selectFrom('categories').select(['id', 'name']).where(isNamed(name)).executeTakeFirst();
}

/**
 * PostgreSQL converts the wanted name and the stored name to lower case, because JavaScript converts some letters
 * differently.
 */
function isNamed(name: string) {
  return sql<boolean>`lower(categories.name) = lower(${name})`;
}

export async function countCheckedIn(db: Db, eventId: number): Promise<number> {
  const { count } = await db
    .selectFrom('tickets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'used')
    .executeTakeFirstOrThrow();
  return count;
}
