import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { prepare } from '../../../db/hot.ts';
import type { IssuedStatus } from '../tickets.queries.ts';
import { hashCode } from './door.rules.ts';

/** Whether the person who made the link may still check in the tickets of the event. */
const mayMakerCheckIn = sql<boolean>`exists (
  select from users maker
    left join team_members on team_members.user_id = maker.id and team_members.team_id = events.team_id
  where maker.id = door_links.created_by and (maker.is_site_admin or team_members.id is not null))`;

const selectLink = prepare((db, { id, eventId }: { id: number; eventId: number }) =>
  db
    .selectFrom('door_links')
    .innerJoin('events', 'events.id', 'door_links.event_id')
    .select([
      'door_links.id',
      'door_links.name',
      'door_links.key_hash',
      'door_links.last_used_at',
      'events.title',
      'events.start_time',
      'events.end_time',
    ])
    .where('door_links.id', '=', id)
    .where('door_links.event_id', '=', eventId)
    .where('door_links.revoked_at', 'is', null)
    .where(mayMakerCheckIn),
);

/** Finds a link of this event that works, and its event. */
export async function findLinkAndEvent(db: Db, ids: { id: number; eventId: number }) {
  const [found] = await selectLink(db, ids);
  return found;
}

/** More links than this cannot work at once, so the list needs no pages. Revoked links stay at its end. */
const mostListed = 200;

export function listLinks(db: Db, eventId: number) {
  return db
    .selectFrom('door_links')
    .innerJoin('events', 'events.id', 'door_links.event_id')
    .leftJoin('users', 'users.id', 'door_links.created_by')
    .select([
      'door_links.id',
      'door_links.name',
      'door_links.created_at',
      'users.username as made_by',
      sql<boolean>`revoked_at is null and ${mayMakerCheckIn}`.as('works'),
      'door_links.last_used_at',
      'door_links.revoked_at',
    ])
    .where('event_id', '=', eventId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('door_links.id', 'desc')
    .limit(mostListed)
    .execute();
}

const countTickets = prepare((db, { eventId }: { eventId: number }) =>
  db
    .selectFrom('tickets')
    .select([
      sql<number>`count(*) filter (where status = 'used')`.as('admitted'),
      sql<number>`count(*) filter (where status in ('valid', 'used'))`.as('expected'),
    ])
    .where('event_id', '=', eventId)
    .where('ticket_code', 'is not', null),
);

export async function countAdmitted(db: Db, eventId: number) {
  const [counts] = await countTickets(db, { eventId });
  return { admitted: counts?.admitted ?? 0, expected: counts?.expected ?? 0 };
}

/** Selects what a door may know of a ticket: no address, no price, and the code only for its hash. */
function selectDoorTickets(db: Db) {
  return db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .leftJoin('door_links', 'door_links.id', 'tickets.used_link')
    .where('tickets.ticket_code', 'is not', null)
    .where((where) =>
      where.or([where('orders.is_single', '=', false), where('orders.user_id', 'is not', null)]),
    )
    .select([
      'tickets.id',
      'tickets.event_id',
      sql<string>`coalesce(tickets.attendee_name, users.username, orders.buyer_name, 'Deleted account')`.as(
        'name',
      ),
      'tickets.type_name',
      'orders.number as order_number',
      sql<IssuedStatus>`tickets.status`.as('status'),
      'tickets.used_at',
      'tickets.used_by',
      'tickets.used_link as used_link_id',
      sql<boolean>`tickets.transferred_at is not null`.as('is_transferred'),
      'door_links.name as used_link',
      'tickets.ticket_code',
    ])
    .$narrowType<{ ticket_code: string }>();
}

export type DoorTicketRow = Awaited<ReturnType<ReturnType<typeof selectDoorTickets>['execute']>>[number];

const selectOne = prepare((db, { id }: { id: number }) => selectDoorTickets(db).where('tickets.id', '=', id));

export async function findDoorTicket(db: Db, id: number): Promise<DoorTicketRow | undefined> {
  const [ticket] = await selectOne(db, { id });
  return ticket;
}

/** The person or the link that stands at a door. */
export type Checker = { linkId: number; userId?: undefined } | { linkId?: undefined; userId: number };

export function presentDoorTicket(checker: Checker, ticket: DoorTicketRow) {
  const { used_by, used_link_id, ticket_code: _code, event_id: _event, ...row } = ticket;
  const isOwn = checker.userId === undefined ? used_link_id === checker.linkId : used_by === checker.userId;
  return { ...row, is_own: row.status === 'used' && isOwn };
}

export const guestsPerPage = 1000;

/** Lists the issued tickets of an event whose id is higher than `after`, by id. */
export async function listDoorGuests(db: Db, checker: Checker, eventId: number, after: number) {
  const rows = await selectDoorTickets(db)
    .where('tickets.event_id', '=', eventId)
    .where('tickets.id', '>', after)
    .orderBy('tickets.id')
    .limit(guestsPerPage)
    .execute();
  return rows.map((row) => ({
    ...presentDoorTicket(checker, row),
    code_hash: hashCode(row.ticket_code),
  }));
}

/** Finds the ticket and locks it. Check-ins lock only their ticket. */
export function lockTicket(tx: Tx, id: number) {
  return tx
    .selectFrom('tickets')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select([
      'tickets.id',
      'tickets.event_id',
      'tickets.status',
      'tickets.ticket_code',
      'tickets.short_code',
      'tickets.used_at',
      'tickets.used_link',
      'events.status as event_status',
      'events.start_time',
      'events.end_time',
    ])
    .where('tickets.id', '=', id)
    .where('tickets.ticket_code', 'is not', null)
    .forNoKeyUpdate('tickets')
    .$narrowType<{ ticket_code: string }>()
    .executeTakeFirst();
}

export function findScan(tx: Tx, eventId: number, id: string) {
  return tx
    .selectFrom('door_scans')
    .select(['ticket_id', 'scanned_at'])
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .executeTakeFirst();
}
