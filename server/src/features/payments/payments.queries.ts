import type { Db, Tx } from '../../db/connect.ts';

export const paymentColumns = [
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
  'return_site',
  'amount_pence',
  'currency',
  'status',
  'refund_id',
  'refund_attempts',
  'expires_at',
  'amount_refunded_pence',
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

/** Finds a payment and locks its row, so that other callers wait and then read what this caller wrote. */
export function lockPayment(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds the payment with this key and locks its row. */
export function lockPaymentByKey(tx: Tx, key: string): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('provider_key', '=', key).forUpdate().executeTakeFirst();
}

/** Finds the payment that bought a ticket and locks its row. */
export function lockPaymentOfTicket(tx: Tx, ticketId: number): Promise<PaymentRow | undefined> {
  return selectPayments(tx).where('ticket_id', '=', ticketId).forUpdate().executeTakeFirst();
}

export function findPaymentBySession(db: Db, sessionId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('provider_session_id', '=', sessionId).executeTakeFirst();
}

/** Finds the starting or open payment of this registration. */
export function findOpenPayment(db: Db | Tx, registrationId: number): Promise<PaymentRow | undefined> {
  return selectPayments(db)
    .where('registration_id', '=', registrationId)
    .where('status', 'in', ['starting', 'open'])
    .executeTakeFirst();
}

/**
 * Finds the buyer's starting or open payment for this event and locks its row. Call this before locking the
 * registration: every sale locks the payment first.
 */
export function lockOpenPaymentOf(
  tx: Tx,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<PaymentRow | undefined> {
  return selectPayments(tx)
    .where('registration_id', '=', (registration) =>
      registration
        .selectFrom('registrations')
        .select('registrations.id')
        .where('registrations.event_id', '=', eventId)
        .where('registrations.user_id', '=', userId),
    )
    .where('status', 'in', ['starting', 'open'])
    .forUpdate()
    .executeTakeFirst();
}

/** Finds the payment with this intent. The intent of a checkout session is known only after the buyer has paid. */
export function findPaymentByIntent(db: Db, intentId: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('payment_intent_id', '=', intentId).executeTakeFirst();
}

export function findPaymentByKey(db: Db, key: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('provider_key', '=', key).executeTakeFirst();
}

const maxListed = 1000;

/** A user's payments with their events, newest first. */
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
      'payments.amount_refunded_pence as amount_refunded',
      'payments.refund_id',
      'payments.refund_attempts',
      'payments.is_refund_blocked',
      'payments.disputed_at',
    ])
    .where('payments.user_id', '=', userId)
    .orderBy('payments.id', 'desc')
    .limit(maxListed)
    .execute();
}

/** The user's customer at the provider. `provider_customer_id` is null until the provider has created the customer. */
export function findCustomer(db: Db, userId: number) {
  return db
    .selectFrom('payment_customers')
    .select(['user_id', 'provider_key', 'email', 'provider_customer_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
