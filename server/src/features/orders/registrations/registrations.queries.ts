import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepare } from '../../../db/hot.ts';
import type { OrderStatus } from '../../../db/order-tables.ts';
import type { Actor } from '../../../http/session.ts';
import { isRefundPending, type IssuedStatus, mayReadAddress } from '../../tickets/tickets.queries.ts';
import { isPaidAndLive } from '../../tickets/tickets.rules.ts';

/** The columns of an order under the names that the older API gives them. */
const registrationColumns = [
  'orders.id',
  'orders.event_id',
  'users.id as user_id',
  'orders.status',
  'orders.placed_at as registration_time',
  'orders.hold_expires_at',
] as const;

/**
 * Converts the status of an order to the status of a registration. In the older API, a hold also counts as
 * registered.
 */
export function presentRegistration<Row extends { status: OrderStatus }>(row: Row) {
  const status = row.status === 'held' || row.status === 'confirmed' ? 'registered' : row.status;
  return { ...row, status } as const;
}

function selectLastTickets(db: Db, eventId: number, onlyUserId: number | undefined) {
  const query = db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .leftJoin('payments', 'payments.id', 'tickets.payment_id')
    .distinctOn('tickets.order_id')
    .select([
      'tickets.order_id',
      'tickets.id as ticket_id',
      sql<IssuedStatus>`tickets.status`.as('ticket_status'),
      'tickets.payment_id',
      'tickets.price_pence',
      'tickets.used_at',
      'tickets.attendee_email',
      'payments.disputed_at',
      isRefundPending.as('refund_pending'),
    ])
    .where('tickets.event_id', '=', eventId)
    .where('tickets.ticket_code', 'is not', null)
    .orderBy('tickets.order_id')
    .orderBy('tickets.id', 'desc');
  return onlyUserId === undefined ? query : query.where('orders.user_id', '=', onlyUserId);
}

/** The contract allows a million attendees. The limit leaves room for a million cancelled registrations. */
const maxListed = 2_000_000;

function selectEventRegistrations(db: Db, eventId: number, onlyUserId?: number) {
  const query = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .leftJoin(selectLastTickets(db, eventId, onlyUserId).as('last'), (join) =>
      join.onRef('last.order_id', '=', 'orders.id'),
    )
    .select([
      ...registrationColumns,
      'users.username',
      'orders.buyer_name',
      'users.email',
      'orders.made_by',
      'last.attendee_email as typed_email',
      'last.ticket_id',
      'last.ticket_status',
      'last.payment_id',
      'last.price_pence',
      'last.used_at',
      'last.disputed_at',
      'last.refund_pending',
    ])
    .where('orders.event_id', '=', eventId)
    .orderBy('orders.id')
    .limit(sql.lit(maxListed));
  return onlyUserId === undefined ? query : query.where('orders.user_id', '=', onlyUserId);
}

const selectRegistrations = prepare(
  (db, { eventId }: { eventId: number }) => selectEventRegistrations(db, eventId),
  { mayTakeLong: true },
);

const selectRegistrationsOfUser = prepare(
  (db, { eventId, onlyUserId }: { eventId: number; onlyUserId: number }) =>
    selectEventRegistrations(db, eventId, onlyUserId),
);

/** Lists an event's registrations that this caller may see, oldest first, each with its newest ticket. */
export async function listEventRegistrations(
  db: Db,
  actor: Actor,
  { eventId, onlyUserId }: { eventId: number; onlyUserId?: number },
) {
  const rows =
    onlyUserId === undefined
      ? await selectRegistrations(db, { eventId })
      : await selectRegistrationsOfUser(db, { eventId, onlyUserId });
  return rows.map(({ made_by, typed_email, ...row }) => {
    const isShown = mayReadAddress(actor, { user_id: row.user_id, made_by });
    return presentAttendee({ ...row, email: isShown ? row.email : typed_email });
  });
}

interface LastTicket {
  ticket_id: number | null;
  ticket_status: IssuedStatus | null;
  payment_id: number | null;
  price_pence: number | null;
  used_at: Date | null;
  disputed_at: Date | null;
  refund_pending: boolean | null;
}

function presentAttendee<Row extends LastTicket & { status: OrderStatus }>(row: Row) {
  const {
    ticket_id,
    ticket_status,
    payment_id,
    price_pence,
    used_at,
    disputed_at,
    refund_pending,
    ...registration
  } = presentRegistration(row);
  if (ticket_id === null || ticket_status === null) return { ...registration, paid: false, ticket: null };
  const ticket = {
    id: ticket_id,
    status: ticket_status,
    paid: payment_id !== null,
    price: price_pence ?? 0,
    used_at,
    disputed: disputed_at !== null,
    refund_pending: refund_pending ?? false,
  };
  return { ...registration, paid: isPaidAndLive(ticket), ticket };
}

function selectRegistrationsOf(db: Db, userId: number) {
  return (
    db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.user_id')
      .innerJoin('events', 'events.id', 'orders.event_id')
      .leftJoin('teams', 'teams.id', 'events.team_id')
      // An order may have several live tickets, but the list shows it once.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('tickets')
            .select('tickets.payment_id')
            // After a transfer, only the new holder may see the ticket's code.
            .select(
              sql<string | null>`case when tickets.transferred_at is null then ticket_code end`.as(
                'ticket_code',
              ),
            )
            .whereRef('tickets.order_id', '=', 'orders.id')
            .where('tickets.status', 'in', ['valid', 'used'])
            .orderBy(sql`tickets.transferred_at is not null`)
            .orderBy('tickets.id')
            .limit(1)
            .as('tickets'),
        (join) => join.onTrue(),
      )
      .select([
        ...registrationColumns,
        'events.title as event_title',
        'events.description as event_description',
        'events.location as event_location',
        'events.status as event_status',
        'events.event_img_url',
        'teams.name as team_name',
        'events.start_time',
        'events.end_time',
        'events.price_pence as price',
        'orders.total_pence as total',
        'tickets.payment_id',
        'tickets.ticket_code',
        sql<string | null>`case when orders.is_single then null else orders.number end`.as('order_number'),
      ])
      .where('orders.user_id', '=', userId)
      .orderBy('events.start_time', 'desc')
      .orderBy('orders.id')
      .limit(1000)
  );
}

const selectAll = prepare((db, { userId }: { userId: number }) => selectRegistrationsOf(db, userId));

const selectActive = prepare((db, { userId }: { userId: number }) =>
  selectRegistrationsOf(db, userId).where('orders.status', 'in', ['held', 'confirmed']),
);

/** Lists a user's registrations with their events and live tickets. The latest event comes first. */
export async function listUserRegistrations(db: Db, userId: number, options: { all: boolean }) {
  const rows = await (options.all ? selectAll : selectActive)(db, { userId });
  return rows.map(({ payment_id, ...row }) => ({ ...presentRegistration(row), paid: payment_id !== null }));
}
