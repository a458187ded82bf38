import {
  sql,
  type Expression,
  type OrderByItemBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely';
import type { Db } from '../../db/connect.ts';
import { prepareShapes } from '../../db/hot.ts';
import { containing, countRows, maxMatches } from '../../db/paging.ts';
import type { Tables } from '../../db/tables.ts';
import { isNamed, selectEvents } from './events.queries.ts';
import { foldText } from './events.rules.ts';

export interface EventFilter {
  category?: string;
  q?: string;
  team?: number;
  startsAfter?: Date;
  startsBefore?: Date;
  isFree?: true;
  /** Of each series, only the first event that starts after this moment. */
  nextOfSeriesAfter?: Date;
  endedBefore?: Date;
  /** Also lists the events that are running at this moment. */
  runningAt?: Date;
  /** Leaves out the events that end at this moment or before. */
  endsAfter?: Date;
}

// Selects the published public events. Keep this condition free of parameters and equal to the condition of the
// partial indexes, because otherwise PostgreSQL does not use these indexes.
export const isListed = sql<boolean>`events.status = 'published' and events.is_public`;

// The first condition is that of `events_listed_free_idx`, for the same reason. An event without a public ticket type
// has no price.
const isFree = sql<boolean>`coalesce(events.price_pence, 0) = 0 and events.price_pence is not null`;

/** Also true for an event of no series. */
const isNextOfSeries = (after: Date) => sql<boolean>`not exists (
  select from events as sooner
  where sooner.series_id = events.series_id and sooner.status = 'published' and sooner.is_public
    and sooner.start_time > ${after} and (sooner.start_time, sooner.id) < (events.start_time, events.id)
)`;

/** The condition of `events_listed_running_idx`. */
export const isRunning = (at: Date) =>
  sql<boolean>`tstzrange(events.start_time, events.end_time) @> ${at}::timestamptz`;

/**
 * The place of an event in a list by date. One that has run for longer than a day, such as an exhibition, has the place
 * of its end, so that what starts today comes before it.
 */
const placeByDate = (now: Date) => sql<Date>`case
  when events.start_time < ${now}::timestamptz - interval '24 hours' then events.end_time else events.start_time
end`;

type Filterable<O> = SelectQueryBuilder<Tables, 'events', O>;

/** What is to come, or what is over. */
function onlyListed<O>(query: Filterable<O>, filter: EventFilter): Filterable<O> {
  let narrowed = narrow(query.where(isListed), filter);
  if (filter.startsAfter) narrowed = narrowed.where('events.start_time', '>', filter.startsAfter);
  if (filter.nextOfSeriesAfter) narrowed = narrowed.where(isNextOfSeries(filter.nextOfSeriesAfter));
  if (filter.endedBefore) narrowed = narrowed.where('events.end_time', '<=', filter.endedBefore);
  return narrowed;
}

function onlyRunning<O>(query: Filterable<O>, filter: EventFilter, runningAt: Date) {
  return narrow(query.where(isListed).where(isRunning(runningAt)), filter);
}

function narrow<O>(query: Filterable<O>, filter: EventFilter): Filterable<O> {
  let narrowed = query;
  if (filter.startsBefore) narrowed = narrowed.where('events.start_time', '<', filter.startsBefore);
  if (filter.endsAfter) narrowed = narrowed.where('events.end_time', '>', filter.endsAfter);
  if (filter.team) narrowed = narrowed.where('events.team_id', '=', filter.team);
  if (filter.isFree) narrowed = narrowed.where(isFree);
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

export type EventSort =
  | 'start_time'
  | 'price'
  | 'location'
  | 'max_attendees'
  | 'title'
  | 'created_at'
  | 'published_at'
  | 'end_time';

// `nulls last` puts events without a value at the end. On a column that is never null, it would keep PostgreSQL from
// using the index.
const sorts: Record<EventSort, { by: Expression<unknown>; hasNulls: boolean }> = {
  start_time: { by: sql`events.start_time`, hasNulls: false },
  end_time: { by: sql`events.end_time`, hasNulls: false },
  price: { by: sql`events.price_pence`, hasNulls: true },
  location: { by: sql`lower(events.location)`, hasNulls: true },
  max_attendees: { by: sql`events.max_attendees`, hasNulls: true },
  title: { by: sql`lower(events.title)`, hasNulls: false },
  created_at: { by: sql`events.created_at`, hasNulls: false },
  // To visitors, an event is published when it is first listed. Every listed event has this time.
  published_at: { by: sql`events.listed_at`, hasNulls: false },
};

interface EventPage {
  sort: EventSort;
  order: 'asc' | 'desc';
  limit: number;
  page: number;
}

/** All that decides the text of the statements for a page of events. */
interface ListShape extends EventPage {
  filtersBy: (keyof EventFilter)[];
}

function selectPage(db: Db, filter: EventFilter, { sort, order, limit, page }: ListShape) {
  const { by, hasNulls } = sorts[sort];
  const { runningAt } = filter;
  const direct = (column: OrderByItemBuilder) => {
    const directed = order === 'asc' ? column.asc() : column.desc();
    return hasNulls ? directed.nullsLast() : directed;
  };
  const offset = (page - 1) * limit;
  const most = filter.q ? Math.max(0, Math.min(limit, maxMatches - offset)) : limit;
  // Write the limit into the SQL text. With a parameter, PostgreSQL plans for more rows than a page has, and the query
  // is slower.
  const inText = sql.lit(most);
  // Find the ids of this page first, so that only these events are joined with their teams, creators and categories.
  const sortIds = (events: Filterable<unknown>, place: Expression<unknown>) =>
    events.select('events.id').orderBy(place, direct).orderBy('events.id');
  const coming = sortIds(onlyListed(db.selectFrom('events'), filter), by);
  if (!runningAt) {
    const found = coming.limit(inText);
    return selectEvents(db)
      .where('events.id', 'in', offset > 0 ? found.offset(offset) : found)
      .orderBy(by, direct)
      .orderBy('events.id')
      .limit(inText);
  }
  // Each of the two parts has its own index, and gives as many events as the page may need from it.
  const inPart = sql.lit(offset + most);
  const sorted = sort === 'start_time' ? placeByDate(runningAt) : by;
  const now = sortIds(onlyRunning(db.selectFrom('events'), filter, runningAt), sorted);
  const placed = (part: typeof coming, place: Expression<unknown>) =>
    part
      .select(sql`${place}`.as('place'))
      .limit(inPart)
      .as('part');
  const both = db
    .selectFrom(placed(coming, by))
    .select(['part.id', 'part.place'])
    .unionAll(db.selectFrom(placed(now, sorted)).select(['part.id', 'part.place']))
    .as('both');
  const found = db
    .selectFrom(both)
    .select('both.id')
    .orderBy('both.place', direct)
    .orderBy('both.id')
    .limit(inText)
    .offset(sql.lit(offset));
  return selectEvents(db)
    .where('events.id', 'in', found)
    .orderBy(sorted, direct)
    .orderBy('events.id')
    .limit(inText);
}

function selectListed(db: Db, filter: EventFilter) {
  const coming = onlyListed(db.selectFrom('events'), filter).select('events.id');
  const { runningAt } = filter;
  if (!runningAt) return coming;
  return coming.unionAll(onlyRunning(db.selectFrom('events'), filter, runningAt).select('events.id'));
}

const selectFirstPage = prepareShapes((db, values: EventFilter, shape: ListShape) =>
  selectPage(db, onlyNamed(values, shape), shape),
);

const countListed = prepareShapes((db, values: EventFilter, shape: Pick<ListShape, 'filtersBy'>) =>
  db
    .selectFrom(selectListed(db, onlyNamed(values, shape)).as('counted'))
    .select((select) => select.fn.countAll<number>().as('total')),
);

/** Each name would have a placeholder. */
function onlyNamed(values: EventFilter, { filtersBy }: Pick<ListShape, 'filtersBy'>): EventFilter {
  return Object.fromEntries(filtersBy.map((name) => [name, values[name]]));
}

/**
 * Lists one page of the published public events, and counts all that match. Events without a value in the sorted column
 * come last.
 */
export async function listPublicEvents(db: Db, filter: EventFilter, page: EventPage) {
  // An empty text filters nothing, but its placeholder would.
  const filtersBy = (Object.keys(filter) as (keyof EventFilter)[]).filter((name) => filter[name]);
  const shape = { ...page, filtersBy };
  if (page.page === 1 && !filter.q) {
    const [rows, counted] = await Promise.all([
      selectFirstPage(db, shape, filter),
      countListed(db, { filtersBy }, filter),
    ]);
    return { rows, total: counted[0]?.total ?? 0 };
  }
  const rows = await selectPage(db, filter, shape).execute();
  // A page that is not full is the last page, so the total is known without counting. An empty page tells the total
  // only if it is the first.
  const isLast = rows.length < page.limit && (rows.length > 0 || page.page === 1);
  if (isLast) return { rows, total: (page.page - 1) * page.limit + rows.length };
  return { rows, total: await countRows(db, selectListed(db, filter), { isSearch: Boolean(filter.q) }) };
}
