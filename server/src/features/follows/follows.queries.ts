import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { publicPicture } from '../../mail/mail-picture.ts';

const pageSize = 200;
const mostTeams = 100;
const mostEvents = 20;
const mostFollowed = 1000;

export function findFollower(db: Db, id: number) {
  return db
    .selectFrom('team_followers')
    .innerJoin('teams', 'teams.id', 'team_followers.team_id')
    .select(['team_followers.id', 'team_id', 'teams.name as team_name', 'email', 'confirmed_at'])
    .where('team_followers.id', '=', id)
    .executeTakeFirst();
}

/** Lists the teams that an address follows, without those whose mails its owner has stopped. */
export function listFollowedTeams(db: Db, addressHash: Buffer) {
  return db
    .selectFrom('team_followers')
    .innerJoin('teams', 'teams.id', 'team_followers.team_id')
    .select(['teams.id', 'teams.name', 'confirmed_at as followed_at'])
    .where('address_hash', '=', addressHash)
    .where('confirmed_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('mail_stops')
            .select('scope')
            .whereRef('mail_stops.address_hash', '=', 'team_followers.address_hash')
            .whereRef('mail_stops.object_id', '=', 'team_followers.team_id')
            .where('scope', '=', 'follow'),
        ),
      ),
    )
    .orderBy(sql`lower(teams.name)`)
    .limit(mostFollowed)
    .$narrowType<{ followed_at: Date }>()
    .execute();
}

export function listFollowersAfter(tx: Tx, announcementId: number, after: number) {
  return tx
    .selectFrom('team_followers')
    .innerJoin('announcements', 'announcements.team_id', 'team_followers.team_id')
    .select('team_followers.id')
    .where('announcements.id', '=', announcementId)
    .where('team_followers.id', '>', after)
    .where('confirmed_at', 'is not', null)
    .orderBy('team_followers.id')
    .limit(pageSize)
    .execute();
}

interface Times {
  now: Date;
  /** Events that were first listed before this time are no news any more. */
  since: Date;
}

/** Public events to come that were not announced. A trigger sets `listed_at` only once. */
function selectNewEvents(db: Db | Tx, { now, since }: Times) {
  return db
    .selectFrom('events')
    .where('events.status', '=', 'published')
    .where('events.is_public', '=', true)
    .where('events.listed_at', '>', since)
    .where('events.start_time', '>', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('announced_events')
            .select('event_id')
            .whereRef('announced_events.event_id', '=', 'events.id'),
        ),
      ),
    );
}

/** Lists teams whose oldest unannounced event has waited until `before`, so that several events come in one mail. */
export async function listTeamsWithNews(db: Db, times: Times & { before: Date }): Promise<number[]> {
  const teams = await selectNewEvents(db, times)
    .select('events.team_id')
    .where('events.team_id', 'is not', null)
    .groupBy('events.team_id')
    .having(sql<boolean>`min(events.listed_at) <= ${times.before}`)
    .orderBy('events.team_id')
    .limit(mostTeams)
    .execute();
  return teams.flatMap(({ team_id }) => team_id ?? []);
}

export async function listNewEvents(tx: Tx, teamId: number, times: Times): Promise<number[]> {
  const events = await selectNewEvents(tx, times)
    .select('events.id')
    .where('events.team_id', '=', teamId)
    .orderBy('events.id')
    .execute();
  return events.map(({ id }) => id);
}

/** Lists the events of an announcement that everybody can still see and go to. */
export function listAnnouncedEvents(db: Db, announcementId: number, now: Date) {
  return db
    .selectFrom('announced_events')
    .innerJoin('events', 'events.id', 'announced_events.event_id')
    .select([
      'events.id as event_id',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.location',
      publicPicture.as('event_picture'),
    ])
    .where('announced_events.announcement_id', '=', announcementId)
    .where('events.status', '=', 'published')
    .where('events.is_public', '=', true)
    .where('events.start_time', '>', now)
    .orderBy('events.start_time')
    .limit(mostEvents)
    .execute();
}

export type AnnouncedEvent = Awaited<ReturnType<typeof listAnnouncedEvents>>[number];
