import type { Db, Tx } from '../../db/connect.ts';
import type { PaymentStatus, TicketStatus } from '../../db/tables.ts';
import { isPaidAndLive } from '../tickets/tickets.rules.ts';

export const registrationColumns = [
  'id',
  'event_id',
  'user_id',
  'status',
  'registration_time',
  'hold_expires_at',
] as const;

export function findRegistration(db: Db | Tx, id: number) {
  return db.selectFrom('registrations').select(registrationColumns).where('id', '=', id).executeTakeFirst();
}

export type RegistrationRow = NonNullable<Awaited<ReturnType<typeof findRegistration>>>;

function selectRegistrationOf(db: Db | Tx, eventId: number, userId: number) {
  return db
    .selectFrom('registrations')
    .select(registrationColumns)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId);
}

export function findRegistrationOf(db: Db | Tx, eventId: number, userId: number) {
  return selectRegistrationOf(db, eventId, userId).executeTakeFirst();
}

/**
 * Finds the user's registration for the event and locks its row. To avoid a deadlock, lock the registration's payment
 * first, as every sale does.
 */
export function lockRegistrationOf(tx: Tx, eventId: number, userId: number) {
  return selectRegistrationOf(tx, eventId, userId).forUpdate().executeTakeFirst();
}

/** Selects the newest ticket of each registration for an event. */
function selectLastTickets(db: Db, eventId: number, onlyUserId: number | undefined) {
  const query = db
    .selectFrom('tickets')
    .leftJoin('payments', (join) =>
      join.onRef('payments.ticket_id', '=', 'tickets.id').onRef('payments.event_id', '=', 'tickets.event_id'),
    )
    .distinctOn('tickets.registration_id')
    .select([
      'tickets.registration_id',
      'tickets.id as ticket_id',
      'tickets.status as ticket_status',
      'tickets.paid as ticket_paid',
      'tickets.price_pence',
      'tickets.used_at',
      'payments.disputed_at',
      'payments.status as payment_status',
    ])
    .where('tickets.event_id', '=', eventId)
    .orderBy('tickets.registration_id')
    .orderBy('tickets.id', 'desc');
  return onlyUserId === undefined ? query : query.where('tickets.user_id', '=', onlyUserId);
}

/**
 * The most registrations that are listed for one event. Enough for the largest event that the contract allows, with as
 * many cancelled registrations.
 */
const maxListed = 2_000_000;

/** Lists an event's registrations in the order they were made, each with its newest ticket. */
export async function listEventRegistrations(db: Db, eventId: number, onlyUserId?: number) {
  let query = db
    .selectFrom('registrations')
    .innerJoin('users', 'users.id', 'registrations.user_id')
    .leftJoin(selectLastTickets(db, eventId, onlyUserId).as('last'), (join) =>
      join.onRef('last.registration_id', '=', 'registrations.id'),
    )
    .select([
      ...registrationColumns.map((column) => `registrations.${column}` as const),
      'users.username',
      'users.email',
      'last.ticket_id',
      'last.ticket_status',
      'last.ticket_paid',
      'last.price_pence',
      'last.used_at',
      'last.disputed_at',
      'last.payment_status',
    ])
    .where('registrations.event_id', '=', eventId);
  if (onlyUserId !== undefined) query = query.where('registrations.user_id', '=', onlyUserId);
  const rows = await query.orderBy('registrations.id').limit(maxListed).execute();
  return rows.map(presentAttendee);
}

interface LastTicket {
  ticket_id: number | null;
  ticket_status: TicketStatus | null;
  ticket_paid: boolean | null;
  price_pence: number | null;
  used_at: Date | null;
  disputed_at: Date | null;
  payment_status: PaymentStatus | null;
}

function presentAttendee<Row extends LastTicket>(row: Row) {
  const {
    ticket_id,
    ticket_status,
    ticket_paid,
    price_pence,
    used_at,
    disputed_at,
    payment_status,
    ...registration
  } = row;
  if (ticket_id === null || ticket_status === null) return { ...registration, paid: false, ticket: null };
  const ticket = {
    id: ticket_id,
    status: ticket_status,
    paid: ticket_paid ?? false,
    price: price_pence ?? 0,
    used_at,
    disputed: disputed_at !== null,
    refund_pending: payment_status === 'refund_pending',
  };
  return { ...registration, paid: isPaidAndLive(ticket), ticket };
}

/** Lists a user's registrations with their events and live tickets; the latest event first. */
export function listUserRegistrations(db: Db, userId: number, options: { all: boolean }) {
  let query = db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('tickets', (join) =>
      join
        .onRef('tickets.registration_id', '=', 'registrations.id')
        .on('tickets.status', 'in', ['valid', 'used']),
    )
    .select([
      'registrations.id',
      'registrations.event_id',
      'registrations.user_id',
      'registrations.status',
      'registrations.registration_time',
      'registrations.hold_expires_at',
      'events.title as event_title',
      'events.description as event_description',
      'events.location as event_location',
      'events.status as event_status',
      'events.event_img_url',
      'teams.name as team_name',
      'events.start_time',
      'events.end_time',
      'events.price_pence as price',
      'tickets.paid as ticket_paid',
      'tickets.ticket_code',
    ])
    .where('registrations.user_id', '=', userId);
  if (!options.all) query = query.where('registrations.status', '=', 'registered');
  return query.orderBy('events.start_time', 'desc').orderBy('registrations.id').limit(1000).execute();
}

/** Lists the ids of holds whose time is over, starting after the id `after`. */
export async function listDueHolds(db: Db, now: Date, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('id')
    .where('hold_expires_at', '<=', now)
    .where('status', '=', 'registered')
    .where('id', '>', after)
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}
