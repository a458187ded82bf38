import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

const maxRows = 1000;

/** Counts the places that a user holds at events that have not ended. */
export async function countPlaces(db: Db, userId: number, now: Date): Promise<number> {
  const { places } = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select((select) => select.fn.countAll<number>().as('places'))
    .where('orders.user_id', '=', userId)
    .where('tickets.status', 'in', ['held', 'valid', 'used'])
    .where('events.end_time', '>', now)
    .executeTakeFirstOrThrow();
  return places;
}

/** Lists the paid tickets that a user could still use, the next event first. */
export function listUsablePaidTickets(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select([
      'tickets.id',
      'tickets.event_id',
      'events.title as event_title',
      'events.start_time',
      'tickets.price_pence as price',
    ])
    .where('orders.user_id', '=', userId)
    .where('tickets.payment_id', 'is not', null)
    .where('tickets.status', '=', 'valid')
    .where('events.end_time', '>', now)
    .orderBy('events.start_time')
    .orderBy('tickets.id')
    .limit(maxRows)
    .execute();
}

/** Lists the teams of a user, and whether nobody else is an admin of the team. */
export function listTeamsWithAdmins(db: Db, userId: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select([
      'team_id',
      'teams.name as team_name',
      sql<boolean>`role = 'team_admin' and not exists (
        select from team_members others
        where others.team_id = team_members.team_id and others.role = 'team_admin'
          and others.user_id <> team_members.user_id)`.as('is_only_admin'),
    ])
    .where('user_id', '=', userId)
    .orderBy('team_members.id')
    .limit(maxRows)
    .execute();
}

export async function countEventsCreatedBy(db: Db, userId: number): Promise<number> {
  const { events } = await db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('events'))
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow();
  return events;
}

export async function isLastSiteAdmin(db: Db, userId: number): Promise<boolean> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('is_site_admin', '=', true)
    .orderBy('id')
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === userId;
}
