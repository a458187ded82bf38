import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { publicPicture } from '../../../mail/mail-picture.ts';

export const maxMailsEnqueuedAtOnce = 100;

/**
 * Clears `mail_due_at` of the orders whose mail is due, and returns these orders. `skip locked` lets each process take
 * different orders.
 */
export function takeDueOrders(tx: Tx, now: Date) {
  const due = tx
    .selectFrom('orders')
    .select('id')
    .where('mail_due_at', '<=', now)
    .orderBy('mail_due_at')
    .limit(maxMailsEnqueuedAtOnce)
    .forUpdate()
    .skipLocked();
  return tx
    .updateTable('orders')
    .set({ mail_due_at: null })
    .where('id', 'in', due)
    .returning(['id'])
    .execute();
}

/**
 * Selects the valid tickets whose attendee and buyer have different email addresses. A guest's free order sends no mail
 * to other people, because guests can type any address.
 */
function selectAttendeeTickets(tx: Tx) {
  return tx
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .where('tickets.status', '=', 'valid')
    .where('tickets.attendee_email', 'is not', null)
    .where((where) =>
      where.or([where('orders.user_id', 'is not', null), where('tickets.payment_id', 'is not', null)]),
    )
    .whereRef(
      (ref) => ref.fn('lower', ['tickets.attendee_email']),
      '<>',
      (ref) => ref.fn('lower', ['orders.buyer_email']),
    );
}

/** Lists the tickets of these orders that go to their attendees by mail. */
export async function listAttendeeTickets(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await selectAttendeeTickets(tx)
    .select('tickets.id')
    .where('orders.id', 'in', orderIds)
    .orderBy('tickets.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Groups those of these tickets that went to their attendees by mail, with one group for each email address. */
export function groupByAttendee(tx: Tx, ticketIds: readonly number[]) {
  return selectAttendeeTickets(tx)
    .select([
      sql<number[]>`jsonb_agg(tickets.id order by tickets.id)`.as('ticketIds'),
      sql<string>`(array_agg(tickets.attendee_email order by tickets.id))[1]`.as('attendee_email'),
      sql<string | null>`(array_agg(tickets.attendee_name order by tickets.id))[1]`.as('attendee_name'),
    ])
    .where('tickets.id', 'in', ticketIds)
    .where('orders.is_single', '=', false)
    .groupBy((group) => group.fn('lower', ['tickets.attendee_email']))
    .execute();
}

function selectMailedOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.key_salt',
      'orders.user_id',
      'users.email_verified_at',
      'orders.buyer_name',
      'orders.channel',
      'orders.made_by',
      'orders.total_pence',
      'orders.discount_pence',
      'events.id as event_id',
      'events.private_key as event_key',
      'events.status as event_status',
      'events.calendar_sequence',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.doors_minutes',
      'events.location',
      'events.team_id',
      'teams.name as team_name',
      'teams.contact_email as team_contact_email',
      publicPicture.as('event_picture'),
    ])
    .select((select) => select.fn.coalesce('users.email', 'orders.buyer_email').as('email'));
}

export function findOrderForMail(db: Db, id: number) {
  return selectMailedOrders(db).where('orders.id', '=', id).executeTakeFirst();
}

export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findOrderForMail>>>;

/** Lists the valid and used tickets of an order, sorted by place. Leaves out tickets that the buyer has given away. */
export function listTicketsForMail(db: Db, orderId: number) {
  return db
    .selectFrom('tickets')
    .select(['id', 'type_name', 'attendee_name', 'price_pence', 'ticket_code', 'short_code', 'payment_id'])
    .where('order_id', '=', orderId)
    .where('status', 'in', ['valid', 'used'])
    .where('transferred_at', 'is', null)
    .orderBy('place')
    .$narrowType<{ ticket_code: string; short_code: string }>()
    .limit(100)
    .execute();
}

/** Counts these tickets for each name of a ticket type. */
export function listTypesOfTickets(db: Db, ticketIds: readonly number[]) {
  return db
    .selectFrom('tickets')
    .select((select) => ['type_name', select.fn.countAll<number>().as('count')])
    .where('id', 'in', ticketIds)
    .groupBy('type_name')
    .orderBy('type_name')
    .execute();
}

export type MailedTicket = Awaited<ReturnType<typeof listTicketsForMail>>[number];

/** An account with an unverified address may belong to somebody else. */
const isAccountOfAttendee = sql<boolean>`lower(attendees.email) = lower(tickets.attendee_email)
  and attendees.email_verified_at is not null`;

/** Finds the data of the mail with one ticket to its attendee. Returns undefined if the ticket was used or ended. */
export function findAttendeeTicket(db: Db, ticketId: number) {
  return selectMailedOrders(db)
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .leftJoin('ticket_transfers', 'ticket_transfers.ticket_id', 'tickets.id')
    .leftJoin('users as attendees', (join) => join.on(isAccountOfAttendee))
    .select([
      'tickets.id as ticket_id',
      'tickets.type_name',
      'tickets.attendee_name',
      'tickets.attendee_email',
      'tickets.price_pence',
      'tickets.ticket_code',
      'tickets.short_code',
      'tickets.payment_id',
      'tickets.transferred_at',
      'ticket_transfers.key_salt as holder_salt',
      'attendees.id as attendee_id',
      'attendees.email as attendee_account_email',
    ])
    .where('tickets.id', '=', ticketId)
    .where('tickets.status', '=', 'valid')
    .where('tickets.attendee_email', 'is not', null)
    .$narrowType<{ ticket_code: string; short_code: string; attendee_email: string }>()
    .executeTakeFirst();
}

export type AttendeeTicket = NonNullable<Awaited<ReturnType<typeof findAttendeeTicket>>>;

const isRefunded = sql<boolean>`coalesce(tickets.status = 'refunded', false)`;

/**
 * Finds the data of the mail about a ticket that was cancelled, refunded or deleted. Returns undefined if the
 * ticket is valid.
 */
export function findEndedTicket(db: Db, { orderId, ticketId }: { orderId: number; ticketId: number }) {
  return selectMailedOrders(db)
    .leftJoin('tickets', (join) => join.on('tickets.id', '=', ticketId))
    .leftJoin('ticket_transfers', 'ticket_transfers.ticket_id', 'tickets.id')
    .leftJoin('users as attendees', (join) => join.on(isAccountOfAttendee))
    .select([
      'tickets.id as ticket_id',
      isRefunded.as('is_refunded'),
      'tickets.price_pence',
      'tickets.type_name',
      'tickets.attendee_name',
      'tickets.attendee_email',
      'tickets.transferred_at',
      'ticket_transfers.key_salt as holder_salt',
      'attendees.id as attendee_id',
    ])
    .where('orders.id', '=', orderId)
    .where((where) =>
      where.or([where('tickets.id', 'is', null), where('tickets.status', 'in', ['cancelled', 'refunded'])]),
    )
    .executeTakeFirst();
}

export type EndedTicket = NonNullable<Awaited<ReturnType<typeof findEndedTicket>>>;

/** Lists those of these tickets that have a new holder. */
export function listGivenAway(tx: Tx, ticketIds: readonly number[]) {
  return tx
    .selectFrom('tickets')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select([
      'tickets.id',
      'tickets.attendee_email',
      'tickets.attendee_name',
      'tickets.type_name',
      'tickets.price_pence',
      isRefunded.as('is_refunded'),
      'events.status as event_status',
    ])
    .where('tickets.id', 'in', ticketIds)
    .where('tickets.transferred_at', 'is not', null)
    .where('tickets.attendee_email', 'is not', null)
    .$narrowType<{ attendee_email: string }>()
    .orderBy('tickets.id')
    .execute();
}

export type GivenTicket = Awaited<ReturnType<typeof listGivenAway>>[number];

/** Finds the account with this verified email address. */
export async function findVerifiedAccount(db: Db, email: string): Promise<number | null> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where.fn('lower', ['email']), '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return account?.id ?? null;
}
