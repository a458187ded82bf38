import { recordAudit } from '../../db/audit.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/connect.ts';
import type { RefundReason } from '../../db/order-tables.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import type { PaymentReference, ProviderPayment } from '../../payments/provider.ts';
import { findEvent } from '../events/events.queries.ts';
import { confirmHold, reactivate } from '../orders/orders.paying.service.ts';
import { releaseHold } from '../orders/orders.states.service.ts';
import { sendTicketJob } from '../tickets/tickets.jobs.ts';
import { canActFor } from '../users/users.policy.ts';
import { expirePayment, recordPaid } from './ledger/ledger.service.ts';
import { startRefund } from './refunds/refunds.service.ts';
import { findPayment, findPaymentBySession, lockPaymentByKey, type PaymentRow } from './payments.queries.ts';
import { findReference, isFinal, tookMoney } from './payments.rules.ts';

/** Throws `session_not_found` for everybody except the buyer and administrators. */
export async function getPaymentFor(deps: Deps, actor: Actor, sessionId: string): Promise<PaymentRow> {
  const payment = await findPaymentBySession(deps.db, sessionId);
  if (!payment) throw new ApiError('session_not_found');
  if (payment.user_id === null ? !actor.isSiteAdmin : !canActFor(actor, payment.user_id)) {
    throw new ApiError('session_not_found');
  }
  return payment;
}

/**
 * Asks the provider for the state of a payment and settles the payment. Callers may call this any number of times, in
 * any order and at once. For a payment with a checkout session, pass the session's id.
 */
export async function settlePayment(
  deps: Deps,
  reference: PaymentReference,
): Promise<PaymentRow | undefined> {
  const found = await deps.payments.findPayment(reference);
  return found && settle(deps, found);
}

/**
 * Brings a payment in the ledger to the state that the provider reports. A paid payment buys its tickets or is
 * refunded, and a payment whose time is over expires. The row lock lets one caller act at a time. Returns undefined
 * when the ledger does not contain the payment.
 */
export async function settle(deps: Deps, found: ProviderPayment): Promise<PaymentRow | undefined> {
  const { key } = found;
  if (key === null) return undefined;
  return deps.db.transaction().execute(async (tx) => {
    // Find the payment by its idempotency key, because the provider's id is not stored if the process died after
    // asking.
    const payment = await lockPaymentByKey(tx, key);
    if (!payment || !isOurs(payment, found)) return undefined;
    if (found.isPaid) return fulfil(deps, tx, payment, found);
    if (found.isOver) return (await expirePayment(tx, payment.id)) ?? payment;
    return payment;
  });
}

/**
 * Whether the provider's payment is the one in our ledger row. The key is not enough proof: the intent of a checkout
 * session has the session's key, and other software may copy a key.
 */
function isOurs(payment: PaymentRow, found: ProviderPayment): boolean {
  const reference = findReference(payment);
  return (
    payment.kind === found.kind &&
    (reference === undefined || reference.id === found.id) &&
    payment.amount_pence === found.amountPence &&
    payment.currency === found.currency
  );
}

async function fulfil(deps: Deps, tx: Tx, payment: PaymentRow, found: ProviderPayment): Promise<PaymentRow> {
  if (tookMoney(payment.status)) return payment;
  const sale = await completeSale(deps, tx, payment);
  const paid = await recordPaid(tx, payment.id, { found, now: deps.clock.now() });
  await auditPaid(deps, tx, payment, sale);
  if (!sale.refusal) return paid;
  await startRefund(deps, tx, paid, { by: 'Foyer itself', reason: sale.refusal });
  return (await findPayment(tx, payment.id)) ?? paid;
}

async function auditPaid(deps: Deps, tx: Tx, payment: PaymentRow, { ticketIds }: Sale): Promise<void> {
  const { amount_pence, user_id } = payment;
  await recordAudit(tx, deps.clock.now(), {
    by: 'the payment provider',
    action: 'payment.paid',
    objectId: payment.id,
    eventId: payment.event_id,
    details: { amount_pence, user_id, ticket_id: ticketIds[0] ?? null },
  });
}

type Sale = { ticketIds: number[]; refusal: null } | { ticketIds: []; refusal: RefundReason };

/**
 * Issues the tickets for the held places or, if the hold has ended, for places that `reactivate` takes. Otherwise
 * returns the refusal, so that the money goes back.
 */
async function completeSale(deps: Deps, tx: Tx, payment: PaymentRow): Promise<Sale> {
  const { order_id: orderId, event_id: eventId } = payment;
  const event = eventId === null ? undefined : await findEvent(tx, eventId);
  if (!event || event.status === 'cancelled') {
    if (orderId) await releaseHold(tx, orderId);
    return { ticketIds: [], refusal: 'event_cancelled' };
  }
  const noSeat: Sale = { ticketIds: [], refusal: 'no_seat' };
  if (!orderId) return noSeat;
  const paid = { now: deps.clock.now(), paymentId: payment.id, pricePence: payment.amount_pence };
  const bought = (await confirmHold(tx, orderId, paid)) ?? (await reactivate(tx, orderId, paid));
  if (!bought) return noSeat;
  const { isSingle, ticketIds } = bought;
  if (isSingle) for (const ticketId of ticketIds) await deps.jobs.enqueue(tx, sendTicketJob, { ticketId });
  return { ticketIds, refusal: null };
}

/** Gets the payment of a checkout session. A payment whose status is not final is settled first. */
export async function getSettledPayment(deps: Deps, actor: Actor, sessionId: string): Promise<PaymentRow> {
  const payment = await getPaymentFor(deps, actor, sessionId);
  if (isFinal(payment.status)) return payment;
  return (await settlePayment(deps, { kind: 'session', id: sessionId })) ?? payment;
}

/**
 * Ends a payment that is under way, first at the provider, and returns it with its new status. A paid payment is
 * settled instead, and one whose money is being processed stays open.
 */
export async function endPayment(deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  const reference = findReference(payment);
  const found = reference && (await deps.payments.endPayment(reference));
  const settled = found && (await settle(deps, found));
  if (settled) return settled;
  const expired = await deps.db.transaction().execute((tx) => expirePayment(tx, payment.id));
  // Another process may have settled the payment first. Return it as stored now.
  return expired ?? (await findPayment(deps.db, payment.id)) ?? { ...payment, status: 'expired' };
}
