import type { Db, Tx } from '../../db/connect.ts';
import type { PaymentReference } from '../../payments/provider.ts';

const paymentColumns = [
  'id',
  'provider_key',
  'user_id',
  'event_id',
  'registration_id',
  'ticket_id',
  'kind',
  'provider_session_id',
  'payment_intent_id',
  'checkout_url',
  'amount_pence',
  'currency',
  'status',
  'refund_id',
  'refund_attempts',
  'expires_at',
] as const;

function selectPayments(db: Db | Tx) {
  return db.selectFrom('payments').select(paymentColumns);
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

export function findPayment(db: Db | Tx, id: number): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('id', '=', id).executeTakeFirst();
}

/** A payment, locked: whoever settles it next waits and then sees it settled. */
export function lockPayment(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The payment that bought a ticket, locked likewise. */
export function lockPaymentOfTicket(tx: Tx, ticketId: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('ticket_id', '=', ticketId).forUpdate().executeTakeFirst();
}

export function findPaymentByReference(db: Db, { kind, id }: PaymentReference) {
  const column = kind === 'session' ? 'provider_session_id' : 'payment_intent_id';
  return selectPayments(db).where('kind', '=', kind).where(column, '=', id).executeTakeFirst();
}

export function findPaymentBySession(db: Db, sessionId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('provider_session_id', '=', sessionId).executeTakeFirst();
}

/** The payment that a registration has under way. */
export function findOpenPayment(db: Db | Tx, registrationId: number): Promise<PaymentRow | undefined> {
  return selectPayments(db)
    .where('registration_id', '=', registrationId)
    .where('status', 'in', ['starting', 'open'])
    .executeTakeFirst();
}

/** The same, locked: whoever settles it meanwhile is waited for. */
export function lockOpenPayment(tx: Tx, registrationId: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx)
    .where('registration_id', '=', registrationId)
    .where('status', 'in', ['starting', 'open'])
    .forUpdate()
    .executeTakeFirst();
}

export function findPaymentByKey(db: Db, key: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('provider_key', '=', key).executeTakeFirst();
}

export function findPaymentByRefund(db: Db, refundId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('refund_id', '=', refundId).executeTakeFirst();
}

/**
 * Payments to hold against the provider, the longest unchecked first: those under way since `madeBefore`, refunds
 * that were not confirmed, and for a day, each once since `checkedBefore`, those that ran out unpaid.
 */
export function listPaymentsToCheck(
  db: Db,
  times: { madeBefore: Date; checkedBefore: Date; expiredAfter: Date },
): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where((where) =>
      where.or([
        where('status', 'in', ['starting', 'open', 'refund_pending']).and(
          'created_at',
          '<',
          times.madeBefore,
        ),
        where('status', '=', 'expired')
          .and('expires_at', '>', times.expiredAfter)
          .and(where.or([where('checked_at', 'is', null), where('checked_at', '<', times.checkedBefore)])),
      ]),
    )
    .orderBy('checked_at', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(200)
    .execute();
}

export function findWebhookEvent(db: Db, id: string) {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'object_id', 'processed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const mostListed = 1000;

/** A user's payments with what they were for, newest first. */
export function listUserPayments(db: Db, userId: number) {
  return db
    .selectFrom('payments')
    .leftJoin('events', 'events.id', 'payments.event_id')
    .select([
      'payments.id',
      'payments.event_id',
      'events.title as event_title',
      'payments.ticket_id',
      'payments.provider_session_id as session_id',
      'payments.amount_pence as amount',
      'payments.currency',
      'payments.status',
      'payments.created_at',
      'payments.paid_at',
      'payments.refunded_at',
    ])
    .where('payments.user_id', '=', userId)
    .orderBy('payments.id', 'desc')
    .limit(mostListed)
    .execute();
}

/** What the provider knows the user by; without an id while it is being asked for one. */
export function findCustomer(db: Db, userId: number) {
  return db
    .selectFrom('payment_customers')
    .select(['user_id', 'provider_key', 'email', 'provider_customer_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
