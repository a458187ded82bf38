import { sql } from 'kysely';
import { recordAudits, type Author } from '../../../db/audit.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import type { PaymentKind, PaymentStatus } from '../../../db/order-tables.ts';
import type { Deps } from '../../../deps.ts';
import type { PaymentReference, ProviderPayment } from '../../../payments/provider.ts';
import { releasePlaces } from '../../events/events.seats.service.ts';
import { enqueueEndedTicketMails } from '../../orders/mails/cancelled.service.ts';
import { endPaidTickets } from '../../orders/orders.states.service.ts';
import type { Verdict } from './money.rules.ts';
import { findOpenPayment, paymentColumns, type PaymentRow } from '../payments.queries.ts';

interface NewPayment {
  kind: PaymentKind;
  eventId: number;
  /** Null for a guest. */
  userId: number | null;
  orderId: number;
  amountPence: number;
  /** The website that the buyer returns to after paying. Null means the public URL of Foyer. */
  returnSite: string | null;
  until: Date;
  now: Date;
}

/**
 * Creates the payment of an order, or returns the payment that another request of the same buyer created. The caller
 * has locked the order.
 */
export async function findOrCreatePayment(tx: Tx, row: NewPayment): Promise<PaymentRow> {
  const payment =
    (await createPayment(tx, row)) ??
    (await findOpenPayment(tx, row.orderId)) ??
    // The payment that blocked the first try has ended since. Try once more: the locked order gets no other payment.
    (await createPayment(tx, row));
  if (!payment) throw new Error(`The order ${row.orderId} could not get a payment`);
  return payment;
}

/** Returns undefined when the order already has a starting or open payment. */
async function createPayment(tx: Tx, row: NewPayment): Promise<PaymentRow | undefined> {
  return (
    tx
      .insertInto('payments')
      .values({
        kind: row.kind,
        user_id: row.userId,
        event_id: row.eventId,
        order_id: row.orderId,
        amount_pence: row.amountPence,
        return_site: row.returnSite,
        status: 'starting',
        created_at: row.now,
        expires_at: row.until,
      })
      // If two browser tabs start a payment at once, the second waits here and then uses the payment of the first.
      .onConflict((conflict) => conflict.doNothing())
      .returning(paymentColumns)
      .executeTakeFirst()
  );
}

/**
 * Puts the provider's id of a payment into the column for its kind: checkout sessions and payment intents have
 * separate columns.
 */
export function toReferenceColumns({ kind, id }: PaymentReference) {
  return kind === 'session' ? { provider_session_id: id } : { payment_intent_id: id };
}

/** Stores the provider's id of a payment, and makes a starting payment open. Returns the payment's status. */
export async function recordOpened(
  db: Db,
  id: number,
  opened: ProviderPayment,
): Promise<PaymentStatus | undefined> {
  const payment = await db
    .updateTable('payments')
    .set({
      ...toReferenceColumns(opened),
      checkout_url: opened.url,
      status: sql<PaymentStatus>`case when status = 'starting' then 'open' else status end`,
    })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  return payment?.status;
}

/** The caller has locked the payment. */
export async function recordPaid(
  tx: Tx,
  id: number,
  { found, now }: { found: ProviderPayment; now: Date },
): Promise<PaymentRow> {
  return tx
    .updateTable('payments')
    .set({
      ...toReferenceColumns(found),
      status: 'paid',
      paid_at: now,
      payment_intent_id: found.paymentIntentId,
    })
    .where('id', '=', id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
}

/** The caller must have locked the payment. */
export async function recordVerdict(
  tx: Tx,
  payment: PaymentRow,
  verdict: Verdict,
  now: Date,
): Promise<PaymentRow> {
  return tx
    .updateTable('payments')
    .set({
      status: verdict.status,
      amount_refunded_pence: verdict.refundedPence,
      amount_disputed_pence: verdict.disputedPence,
      disputed_at: verdict.isDisputed ? (payment.disputed_at ?? now) : null,
      dispute_id: verdict.disputeId,
      is_refund_blocked: verdict.isRefundBlocked,
      committed_refund_pence: verdict.committedPence,
      ...(verdict.status !== payment.status && { refunded_at: verdict.status === 'refunded' ? now : null }),
      revision: payment.revision + 1,
    })
    .where('id', '=', payment.id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
}

/** Records when the payment was last compared with the provider, even if the comparison failed. */
export async function recordChecked(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: now }).where('id', '=', id).execute();
}

/** Foyer answers from the ledger if it has compared the payment with the provider so recently. */
const freshMs = 2000;

/**
 * Claims the next comparison of a payment with the provider, for a request of its buyer. Returns false if the ledger is
 * fresh, because this or another process has just compared the payment.
 */
export async function claimCheck(db: Db, id: number, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('payments')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        where('checked_at', '<=', new Date(now.getTime() - freshMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function recordDifference(db: Db, id: number, differs: boolean): Promise<void> {
  await db.updateTable('payments').set({ differs }).where('id', '=', id).execute();
}

/** Changes only a starting or open payment, and returns undefined for any other payment. */
export async function expirePayment(
  tx: Tx,
  id: number,
  underWay: PaymentStatus[] = ['starting', 'open'],
): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', 'in', underWay)
    .returning(paymentColumns)
    .executeTakeFirst();
}

/**
 * Ends the tickets in `ticketIds` or, if this is null, all tickets of a payment, because its money goes back to the
 * buyer. Cancels the order if no ticket is left. Then frees the places, and tells the new holders of tickets that the
 * buyer gave away.
 */
export async function endPurchase(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { by, ticketIds }: { by: Author; ticketIds: readonly number[] | null },
): Promise<void> {
  const { id: paymentId, order_id: orderId, event_id: eventId } = payment;
  // The tickets were deleted with their order.
  if (orderId === null) return;
  const { refundedIds, endedIds } = await endPaidTickets(tx, orderId, { paymentId, ticketIds });
  const entry = { by, action: 'ticket.refunded', eventId, details: { payment_id: paymentId } } as const;
  const entries = refundedIds.map((objectId) => ({ ...entry, objectId }));
  await recordAudits(tx, deps.clock.now(), entries);
  await releasePlaces(tx, endedIds);
  await enqueueEndedTicketMails(deps, tx, orderId, refundedIds);
}
