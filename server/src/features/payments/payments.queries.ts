import type { ExpressionBuilder } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { selectPaymentOfOrder } from '../orders/orders.refunds.queries.ts';
import { isRefundFailing } from './refunds/refunds.queries.ts';

export const paymentColumns = [
  'id',
  'provider_key',
  'user_id',
  'event_id',
  'order_id',
  'kind',
  'provider_session_id',
  'payment_intent_id',
  'checkout_url',
  'return_site',
  'amount_pence',
  'currency',
  'status',
  'expires_at',
  'amount_refunded_pence',
  'committed_refund_pence',
  'amount_disputed_pence',
  'disputed_at',
  'dispute_id',
  'is_refund_blocked',
  'revision',
] as const;

export function selectPayments(db: Db | Tx) {
  return db.selectFrom('payments').select(paymentColumns);
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

export function findPayment(db: Db | Tx, id: number): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('id', '=', id).executeTakeFirst();
}

export function lockPayment(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function lockPaymentByKey(tx: Tx, key: string): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('provider_key', '=', key).forUpdate().executeTakeFirst();
}

export function lockPaymentOfTicket(tx: Tx, ticketId: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx)
    .where('id', '=', (ticket) =>
      ticket.selectFrom('tickets').select('tickets.payment_id').where('tickets.id', '=', ticketId),
    )
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Finds and locks the payment of these tickets or, without tickets, of the newest ticket of the order. Returns undefined
 * when nobody has paid for the order.
 */
export function lockPaymentOfOrder(
  tx: Tx,
  orderId: number,
  ticketIds?: readonly number[],
): Promise<PaymentRow | undefined> {
  const paymentId = selectPaymentOfOrder(orderId, ticketIds);
  return selectPayments(tx).where('id', '=', paymentId).forUpdate().executeTakeFirst();
}

export function findPaymentBySession(db: Db, sessionId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('provider_session_id', '=', sessionId).executeTakeFirst();
}

export function findOpenPayment(db: Db | Tx, orderId: number): Promise<PaymentRow | undefined> {
  return selectPayments(db)
    .where('order_id', '=', orderId)
    .where('status', 'in', ['starting', 'open'])
    .executeTakeFirst();
}

/** Also finds a starting payment. Call this function before locking the order. */
export function lockOpenPayment(tx: Tx, orderId: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx)
    .where('order_id', '=', orderId)
    .where('status', 'in', ['starting', 'open'])
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Finds and locks the starting or open payment of the buyer's order of the older API. Call this before locking the
 * order, because every sale locks the payment first.
 */
export function lockOpenPaymentOf(
  tx: Tx,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<PaymentRow | undefined> {
  return selectPayments(tx)
    .where('order_id', '=', (order) =>
      order
        .selectFrom('orders')
        .select('orders.id')
        .where('orders.event_id', '=', eventId)
        .where('orders.user_id', '=', userId)
        .where('orders.is_single', '=', true),
    )
    .where('status', 'in', ['starting', 'open'])
    .forUpdate()
    .executeTakeFirst();
}

/** Finds a payment with a checkout session only after the buyer has paid, because the intent is unknown before. */
export function findPaymentByIntent(db: Db, intentId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('payment_intent_id', '=', intentId).executeTakeFirst();
}

export function findPaymentByKey(db: Db, key: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('provider_key', '=', key).executeTakeFirst();
}

/** The id is null if the payment bought no ticket. */
export function selectFirstTicket(select: ExpressionBuilder<Tables, 'payments'>) {
  return select
    .selectFrom('tickets')
    .select((columns) => columns.fn.min<number | null>('tickets.id').as('id'))
    .whereRef('tickets.payment_id', '=', 'payments.id');
}

export async function findFirstTicket(db: Db, paymentId: number): Promise<number | null> {
  const payment = await db
    .selectFrom('payments')
    .select((select) => selectFirstTicket(select).as('ticket_id'))
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return payment?.ticket_id ?? null;
}

const maxListed = 1000;

export function listUserPayments(db: Db, userId: number) {
  return db
    .selectFrom('payments')
    .leftJoin('events', 'events.id', 'payments.event_id')
    .select((select) => [
      'payments.id',
      'payments.event_id',
      'events.title as event_title',
      selectFirstTicket(select).as('ticket_id'),
      'payments.provider_session_id as session_id',
      'payments.amount_pence as amount',
      'payments.currency',
      'payments.status',
      'payments.created_at',
      'payments.paid_at',
      'payments.refunded_at',
      'payments.amount_refunded_pence as amount_refunded',
      isRefundFailing.as('refund_failing'),
      'payments.disputed_at',
    ])
    .where('payments.user_id', '=', userId)
    .orderBy('payments.id', 'desc')
    .limit(maxListed)
    .execute();
}

/** `provider_customer_id` is null until the provider has created the customer. */
export function findCustomer(db: Db, userId: number) {
  return db
    .selectFrom('payment_customers')
    .select(['user_id', 'provider_key', 'email', 'provider_customer_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
