import { recordAudit } from '../../db/audit.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/connect.ts';
import type { PaymentStatus, RefundReason } from '../../db/tables.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import type { PaymentReference, ProviderPayment } from '../../payments/provider.ts';
import { findEvent } from '../events/events.queries.ts';
import {
  confirmHold,
  dropHold,
  expireHold,
  reactivate,
} from '../registrations/registrations.states.service.ts';
import { issueTicket } from '../tickets/tickets.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { expirePayment, notePaid } from './payments.ledger.service.ts';
import { refundPaymentJob } from './payments.refunds.jobs.ts';
import {
  findOpenPayment,
  findPayment,
  findPaymentByKey,
  findPaymentByReference,
  findPaymentBySession,
  lockPayment,
  type PaymentRow,
} from './payments.queries.ts';
import { findReference, isSettled, tookMoney } from './payments.rules.ts';

/** The payment behind a session when the caller may see it: its buyer and administrators. */
export async function getPaymentFor(deps: Deps, actor: Actor, sessionId: string): Promise<PaymentRow> {
  const payment = await findPaymentBySession(deps.db, sessionId);
  if (!payment) throw new ApiError('session_not_found');
  if (payment.user_id === null ? !actor.isSiteAdmin : !canActFor(actor, payment.user_id)) {
    throw new ApiError('session_not_found');
  }
  return payment;
}

/**
 * Brings the ledger in line with what the provider says of a payment now. The webhook, the return page and the
 * repair job all come through here, any number of times, in any order and at once. A session's own intent, of which
 * the provider tells too, settles nothing: the session does.
 */
export async function settlePayment(
  deps: Deps,
  reference: PaymentReference,
): Promise<PaymentRow | undefined> {
  const found = await deps.payments.findPayment(reference);
  return found && settle(deps, found);
}

/**
 * Acts on a payment as the provider has it: a paid one gets its ticket or its money back, one that is over is
 * closed. The locked row lets one caller act. Undefined when the payment is none of ours.
 */
export async function settle(deps: Deps, found: ProviderPayment): Promise<PaymentRow | undefined> {
  // A payment whose id was never stored, because the process ended first, still names its row.
  const known =
    (await findPaymentByReference(deps.db, found)) ??
    (found.key && (await findPaymentByKey(deps.db, found.key)));
  if (!known) return undefined;
  return deps.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, known.id);
    if (!payment || !isOurs(payment, found)) return undefined;
    if (found.isPaid) await fulfil(deps, tx, payment, found);
    else if (found.isOver) await expirePayment(tx, payment.id);
    return findPayment(tx, payment.id);
  });
}

/** Whether it can be this row's: another one's kind, id, key, amount or currency means somebody else's. */
function isOurs(payment: PaymentRow, found: ProviderPayment): boolean {
  const reference = findReference(payment);
  return (
    payment.kind === found.kind &&
    (reference === undefined || reference.id === found.id) &&
    payment.provider_key === found.key &&
    payment.amount_pence === found.amountPence &&
    payment.currency === found.currency
  );
}

async function fulfil(deps: Deps, tx: Tx, payment: PaymentRow, found: ProviderPayment): Promise<void> {
  if (tookMoney(payment.status)) return;
  const { ticketId, refusal } = await seatBuyer(deps, tx, payment);
  await notePaid(tx, payment.id, { found, now: deps.clock.now(), ticketId, refusal });
  await noteMoneyCame(deps, tx, payment, { ticketId, refusal });
  if (refusal) await deps.jobs.enqueue(tx, refundPaymentJob, { paymentId: payment.id });
}

/** That the money came, and that it goes back at once where nothing can be had for it. */
async function noteMoneyCame(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { ticketId, refusal }: { ticketId: number | null; refusal: RefundReason | null },
): Promise<void> {
  const now = deps.clock.now();
  const of = { objectId: payment.id, eventId: payment.event_id };
  const { amount_pence, user_id } = payment;
  await recordAudit(tx, now, {
    ...of,
    by: 'the payment provider',
    action: 'payment.paid',
    details: { amount_pence, user_id, ticket_id: ticketId },
  });
  if (!refusal) return;
  await recordAudit(tx, now, {
    ...of,
    by: 'Foyer itself',
    action: 'payment.refund_started',
    details: { reason: refusal, amount_pence },
  });
}

type Seating = { ticketId: number; refusal: null } | { ticketId: null; refusal: RefundReason };

/**
 * Gives the buyer the seat they hold or, when the hold has gone, any that is left. Refuses when there is none, or
 * when the seat is paid already: that money goes back, and with it that of a buyer or an event that was deleted.
 */
async function seatBuyer(deps: Deps, tx: Tx, payment: PaymentRow): Promise<Seating> {
  const { registration_id: registrationId, event_id: eventId, user_id: userId } = payment;
  const event = eventId === null ? undefined : await findEvent(tx, eventId);
  if (!event || event.status === 'cancelled') {
    if (registrationId) await dropHold(tx, registrationId);
    return { ticketId: null, refusal: 'event_cancelled' };
  }
  const noSeat: Seating = { ticketId: null, refusal: 'no_seat' };
  if (!registrationId || !userId) return noSeat;
  const isSeated =
    (await confirmHold(tx, registrationId)) || (await reactivate(tx, registrationId, deps.clock.now()));
  if (!isSeated) return noSeat;
  const sale = { registrationId, eventId: event.id, userId, pricePence: payment.amount_pence };
  return { ticketId: await issueTicket(deps, tx, sale), refusal: null };
}

/** The payment, settled with the provider first unless it is settled here. */
export async function getSettledPayment(deps: Deps, actor: Actor, sessionId: string): Promise<PaymentRow> {
  const payment = await getPaymentFor(deps, actor, sessionId);
  if (isSettled(payment.status)) return payment;
  return (await settlePayment(deps, { kind: 'session', id: sessionId })) ?? payment;
}

/**
 * Ends a payment that is under way, at the provider first, and says what then became of it: one that turns out to
 * be paid is settled as such, and one whose money is still under way stays open.
 */
export async function endPayment(deps: Deps, payment: PaymentRow): Promise<PaymentStatus> {
  const reference = findReference(payment);
  const found = reference && (await deps.payments.endPayment(reference));
  const settled = found && (await settle(deps, found));
  if (settled) return settled.status;
  await deps.db.transaction().execute((tx) => expirePayment(tx, payment.id));
  return 'expired';
}

/** Ends a hold whose time is over, and before it the payment that was opened for it, which may keep the seat. */
export async function releaseHold(deps: Deps, registrationId: number): Promise<void> {
  const now = deps.clock.now();
  const payment = await findOpenPayment(deps.db, registrationId);
  if (payment) {
    // Started since the hold was looked at, or longer than it: its own end is the hold's.
    if (payment.expires_at > now) return;
    // Paid, or with the money still under way: the seat stays until that is known.
    if ((await endPayment(deps, payment)) !== 'expired') return;
  }
  await deps.db.transaction().execute((tx) => expireHold(tx, registrationId, now));
}
