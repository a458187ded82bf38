import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import type { TicketStatus } from '../../db/order-tables.ts';
import { hot } from '../../db/hot.ts';
import { takePage } from '../../db/paging.ts';
import type { Actor } from '../../http/session.ts';
import { publicPicture } from '../../mail/mail-picture.ts';
import { canActFor } from '../users/users.policy.ts';

export type IssuedStatus = Exclude<TicketStatus, 'held' | 'expired'>;

/** Whether money for the ticket is on its way back to the buyer. */
export const isRefundPending: RawBuilder<boolean> = sql`exists (
  select from refund_tickets join refunds on refunds.id = refund_tickets.refund_id
  where refund_tickets.ticket_id = tickets.id and refunds.status = 'pending'
)`;

/** Whether an order has no valid or used ticket. */
export const hasNoValidTicket: RawBuilder<boolean> = sql`not exists (
  select from tickets where tickets.order_id = orders.id and tickets.status in ('valid', 'used')
)`;

/** Selects only tickets that were issued. A ticket without a code was never issued. */
function selectTickets(db: Db | Tx) {
  return (
    db
      .selectFrom('tickets')
      .innerJoin('orders', 'orders.id', 'tickets.order_id')
      .innerJoin('events', 'events.id', 'tickets.event_id')
      .leftJoin('users', 'users.id', 'orders.user_id')
      .leftJoin('payments', 'payments.id', 'tickets.payment_id')
      .where('tickets.ticket_code', 'is not', null)
      // An order of the older API belongs to an account. After the deletion of the account, nobody finds its ticket.
      .where((where) =>
        where.or([where('orders.is_single', '=', false), where('orders.user_id', 'is not', null)]),
      )
      .select([
        'tickets.id',
        'tickets.event_id',
        // After a transfer, the buyer no longer holds the ticket.
        sql<number | null>`case when tickets.transferred_at is null then users.id end`.as('user_id'),
        'tickets.order_id as registration_id',
        'tickets.ticket_code',
        'tickets.short_code',
        sql<boolean>`tickets.payment_id is not null`.as('paid'),
        sql<IssuedStatus>`tickets.status`.as('status'),
        'tickets.issued_at',
        'tickets.used_at',
        'tickets.price_pence',
        'payments.disputed_at',
        isRefundPending.as('refund_pending'),
        'events.title as event_title',
        'events.status as event_status',
        'events.start_time',
        'events.end_time',
        'events.doors_minutes',
        'events.location',
        'orders.made_by',
        'orders.number as order_number',
        'orders.is_single',
        'tickets.type_name',
        'tickets.attendee_name',
        'tickets.attendee_email as typed_email',
      ])
      // For a guest, the order says who bought the ticket. After a transfer, the ticket says who holds it.
      .select([
        sql<string>`case when tickets.transferred_at is null
        then coalesce(users.username, orders.buyer_name, 'Deleted account') else tickets.attendee_name end`.as(
          'username',
        ),
        sql<string | null>`case when tickets.transferred_at is null
        then coalesce(users.email, orders.buyer_email) else tickets.attendee_email end`.as('email'),
      ])
      .$narrowType<{ ticket_code: string; short_code: string; issued_at: Date }>()
  );
}

export type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>['execute']>>[number];

/**
 * Converts a ticket to the shape of the API. The event's team sees the holder's email address only if the holder
 * ordered the ticket, and otherwise the address that the team knew before.
 */
export function presentTicket<Ticket extends TicketRow>(actor: Actor, ticket: Ticket) {
  const { price_pence, disputed_at, made_by: _, typed_email, ...row } = ticket;
  return {
    ...row,
    email: mayReadAddress(actor, ticket) ? row.email : typed_email,
    price: price_pence,
    disputed: disputed_at !== null,
  };
}

/** Whether the caller, who may see this order, may also read the email address of the order's user. */
export function mayReadAddress(
  actor: Actor,
  { user_id, made_by }: { user_id: number | null; made_by: number | null },
): boolean {
  return made_by === null || (user_id !== null && canActFor(actor, user_id));
}

/** The length of a short code. The codes of QR codes are longer. */
export const shortCodeLength = 10;

/** Numbers are ids, and strings are ticket codes or short codes. */
export function findTicket(db: Db | Tx, codeOrId: string | number): Promise<TicketRow | undefined> {
  const query = selectTickets(db);
  if (typeof codeOrId === 'number') return query.where('tickets.id', '=', codeOrId).executeTakeFirst();
  const column = codeOrId.length === shortCodeLength ? 'tickets.short_code' : 'tickets.ticket_code';
  return query.where(column, '=', codeOrId).executeTakeFirst();
}

/** Finds tickets in the order of these ids. Leaves out a ticket that was deleted. */
export async function findTickets(db: Db, ids: readonly number[]): Promise<TicketRow[]> {
  const rows = await selectTickets(db).where('tickets.id', 'in', ids).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Lists the valid tickets of an order by id, without those that were given to somebody else. */
export function listValidTickets(db: Db, orderId: number): Promise<TicketRow[]> {
  return selectTickets(db)
    .where('tickets.order_id', '=', orderId)
    .where('tickets.status', '=', 'valid')
    .where('tickets.transferred_at', 'is', null)
    .orderBy('tickets.id')
    .limit(100)
    .execute();
}

/** Finds the data of the mail with a ticket of the older API. Other orders have one mail with all their tickets. */
export function findTicketForMail(db: Db | Tx, id: number) {
  return selectTickets(db)
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .select([
      'events.private_key as event_key',
      'events.calendar_sequence',
      'events.price_pence as event_price_pence',
      sql<string>`coalesce(users.name, tickets.attendee_name, users.username)`.as('name'),
      'users.email_verified_at',
      'events.team_id',
      'teams.name as team_name',
      'teams.contact_email as team_contact_email',
      publicPicture.as('event_picture'),
    ])
    .where('tickets.id', '=', id)
    .where('orders.is_single', '=', true)
    .where('users.id', 'is not', null)
    .$narrowType<{ user_id: number; username: string; email: string }>()
    .executeTakeFirst();
}

export type MailedTicket = NonNullable<Awaited<ReturnType<typeof findTicketForMail>>>;

/** Finds nothing if the event is over or the holder has a new ticket, because no email is sent then. */
export function findCancelledTicketForMail(db: Db, of: { eventId: number; userId: number; now: Date }) {
  return db
    .selectFrom('events')
    .innerJoin('users', (join) => join.on('users.id', '=', of.userId))
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.event_id', '=', 'events.id')
        .onRef('orders.user_id', '=', 'users.id')
        .on('orders.is_single', '=', true),
    )
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .select([
      'events.id as event_id',
      'events.private_key as event_key',
      'events.team_id',
      'teams.name as team_name',
      'teams.contact_email as team_contact_email',
      'orders.made_by',
      'users.id as user_id',
      'users.email_verified_at',
      'events.title as event_title',
      'events.status as event_status',
      'events.start_time',
      'events.end_time',
      'events.location',
      'events.calendar_sequence',
      sql<string>`coalesce(users.name, orders.buyer_name, users.username)`.as('name'),
      'users.email',
    ])
    .where('events.id', '=', of.eventId)
    .where('events.end_time', '>', of.now)
    .where(hasNoValidTicket)
    .executeTakeFirst();
}

export type MailedCancelledTicket = NonNullable<Awaited<ReturnType<typeof findCancelledTicketForMail>>>;

function selectUserTickets(db: Db, userId: number) {
  return selectTickets(db)
    .where('orders.user_id', '=', userId)
    .where('tickets.transferred_at', 'is', null)
    .orderBy('events.start_time')
    .orderBy('tickets.id')
    .limit(1000);
}

/** The earliest event comes first. Each ticket comes with the picture and the category of its event. */
export function listUserTickets(db: Db, userId: number) {
  return selectUserTickets(db, userId)
    .leftJoin('categories', 'categories.id', 'events.category_id')
    .select(['events.event_img_url', 'categories.name as event_category'])
    .execute();
}

export function listUserTicketsFor(db: Db, userId: number, eventId: number): Promise<TicketRow[]> {
  return selectUserTickets(db, userId).where('tickets.event_id', '=', eventId).execute();
}

export async function listTickets(db: Db, page: { limit: number; page: number }) {
  const issued = db.selectFrom('tickets').select('tickets.id').where('ticket_code', 'is not', null);
  // Find the ids of this page first, so that only these tickets are joined with events and users.
  const wanted = takePage(issued.orderBy('tickets.id', 'desc'), page);
  const rows = await selectTickets(db)
    .where('tickets.id', 'in', wanted)
    .orderBy('tickets.id', 'desc')
    .execute();
  return { rows, total: await countIssued(db) };
}

/**
 * Counts all tickets, and takes off those that were never issued. Both numbers come from indexes; counting the issued
 * tickets directly would read the whole table.
 */
async function countIssued(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ${hot} (select count(*) from tickets) - (select count(*) from tickets where ticket_code is null)
    as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The contract allows no event with more attendees. */
const maxTickets = 1_000_000;

export function listEventTickets(db: Db, eventId: number): Promise<TicketRow[]> {
  return selectTickets(db)
    .where('tickets.event_id', '=', eventId)
    .orderBy('tickets.id')
    .limit(maxTickets)
    .execute();
}
