import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { hasUnfinishedSales } from '../payments/payments.sales.queries.ts';
import { isLastSiteAdmin } from '../users/users.queries.ts';

const maxRows = 1000;

/** Counts the places that a user holds at events that have not ended. */
export async function countPlaces(db: Db, userId: number, now: Date): Promise<number> {
  const { places } = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select((select) => select.fn.countAll<number>().as('places'))
    .where('orders.user_id', '=', userId)
    .where('tickets.transferred_at', 'is', null)
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
    .where('tickets.transferred_at', 'is', null)
    .where('tickets.payment_id', 'is not', null)
    .where('tickets.status', '=', 'valid')
    .where('events.end_time', '>', now)
    .orderBy('events.start_time')
    .orderBy('tickets.id')
    .limit(maxRows)
    .execute();
}

/**
 * Finds what keeps an account from being deleted: the user is the only site administrator, or the only admin of a team
 * with paid tickets for upcoming events.
 */
export async function findDeletionBarriers(db: Db | Tx, userId: number, now: Date) {
  const teams: { team_id: number; team_name: string; is_only_admin: boolean; blocks: boolean }[] = [];
  for (const team of await listTeamsWithAdmins(db, userId)) {
    const blocks = team.is_only_admin && (await hasUnfinishedSales(db, team.team_id, now));
    teams.push({ ...team, blocks });
  }
  return { isLastSiteAdmin: await isLastSiteAdmin(db, userId), teams };
}

/**
 * Lists the teams of a user, and whether the user is the only admin of each team. Teams without a second admin come
 * first.
 */
function listTeamsWithAdmins(db: Db | Tx, userId: number) {
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
    .orderBy('is_only_admin', 'desc')
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
