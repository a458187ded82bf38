import type { FeedScope } from '@foyer/contract/text/feed-address.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepare } from '../../../db/hot.ts';
import { isListed, isRunning } from '../../events/events.lists.queries.ts';

/**
 * How many event numbers one sitemap covers. A sitemap may have 50,000 addresses, but a shorter one is written in a few
 * milliseconds and fits into the memory for pages.
 */
const numbersPerSitemap = 5000;

/** Lists the sitemaps that have events, with the time of their last change. */
export function listSitemaps(db: Db) {
  const part = sql<number>`(events.id - 1) / ${sql.lit(numbersPerSitemap)} + 1`;
  return db
    .selectFrom('events')
    .select([part.as('part'), (select) => select.fn.max('events.updated_at').as('changed_at')])
    .where(isListed)
    .groupBy(part)
    .orderBy(part)
    .limit(50_000)
    .execute();
}

export function listSitemapEvents(db: Db, part: number) {
  const last = part * numbersPerSitemap;
  return db
    .selectFrom('events')
    .select(['events.id', 'events.title', 'events.updated_at'])
    .where(isListed)
    .where('events.id', '>', last - numbersPerSitemap)
    .where('events.id', '<=', last)
    .orderBy('events.id')
    .limit(numbersPerSitemap)
    .execute();
}

/** Lists the teams that have published public events, with the time of their last change. */
export function listSitemapTeams(db: Db) {
  return db
    .selectFrom('teams')
    .select(['teams.id', 'teams.name', 'teams.updated_at'])
    .where((teams) =>
      teams.exists(
        teams
          .selectFrom('events')
          .select('events.id')
          .where(isListed)
          .whereRef('events.team_id', '=', 'teams.id'),
      ),
    )
    .orderBy('teams.id')
    .limit(50_000)
    .execute();
}

interface FeedPage extends FeedScope {
  startsAfter: Date;
  /** Events that are running at this moment are listed too. */
  runningAt: Date;
  order: 'soonest' | 'newest';
  limit: number;
}

/** Lists published public events, and no others. */
export function listFeedEvents(db: Db, { team, category, startsAfter, runningAt, order, limit }: FeedPage) {
  let query = db
    .selectFrom('events')
    .leftJoin('categories', 'categories.id', 'events.category_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .select([
      'events.id as event_id',
      'events.title as event_title',
      'events.description',
      'events.location',
      'events.start_time',
      'events.end_time',
      'events.calendar_sequence',
      // Every listed event has this time.
      sql<Date>`events.listed_at`.as('listed_at'),
      'events.updated_at',
      'categories.name as category',
      'teams.name as team_name',
    ])
    .where(isListed)
    .where((event) => event.or([event('events.start_time', '>', startsAfter), isRunning(runningAt)]));
  if (team !== undefined) query = query.where('events.team_id', '=', team);
  if (category !== undefined) query = query.where('events.category_id', '=', category);
  const sorted =
    order === 'newest' ? query.orderBy('events.listed_at', 'desc') : query.orderBy('events.start_time');
  return sorted.orderBy('events.id').limit(limit).execute();
}

export type FeedEvent = Awaited<ReturnType<typeof listFeedEvents>>[number];

/** Finds the name of the team or the category. Undefined if there is none. */
export async function findFeedName(db: Db, { team, category }: FeedScope): Promise<string | undefined> {
  if (team !== undefined) {
    const found = await db.selectFrom('teams').select('name').where('id', '=', team).executeTakeFirst();
    return found?.name;
  }
  if (category === undefined) return undefined;
  const found = await db
    .selectFrom('categories')
    .select('name')
    .where('id', '=', category)
    .executeTakeFirst();
  return found?.name;
}

const selectSharedEvent = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('events')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .select([
      'events.title',
      'events.start_time',
      'events.location',
      'events.event_img_url',
      'teams.name as team',
      'teams.picture_url as team_picture_url',
    ])
    .where('events.id', '=', id)
    .where(isListed),
);

/** Finds what the share picture of an event shows. Undefined unless the event is published and public. */
export async function findSharedEvent(db: Db, id: number) {
  const [event] = await selectSharedEvent(db, { id });
  return event;
}
