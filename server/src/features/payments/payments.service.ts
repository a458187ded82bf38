import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import type { ProviderSession } from '../../payments/stripe.ts';
import { findEvent } from '../events/events.queries.ts';
import { tryTakeSeat } from '../events/events.seats.service.ts';
import { confirmHold, dropHold, expireHold, reactivate } from '../registrations/registrations.service.ts';
import { issueTicket } from '../tickets/tickets.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { expirePayment } from './payments.ledger.service.ts';
import { refundPaymentJob } from './payments.refunds.jobs.ts';
import {
  findOpenPayment,
  findPayment,
  findPaymentByKey,
  findPaymentBySession,
  lockPayment,
  type PaymentRow,
} from './payments.queries.ts';
import { isSettled } from './payments.rules.ts';

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
 * Brings the ledger in line with what the provider says of a session now: a paid one gets its ticket or its
 * money back, an expired one is closed. The webhook, the return page and the repair job all come through
 * here, any number of times, in any order and at once; the locked row lets one of them act.
 */
export async function settleSession(deps: Deps, sessionId: string): Promise<PaymentRow | undefined> {
  const session = await deps.payments.findSession(sessionId);
  if (!session) return undefined;
  // A session whose id was never stored, because the process ended first, still names its row.
  const known =
    (await findPaymentBySession(deps.db, sessionId)) ??
    (session.key && (await findPaymentByKey(deps.db, session.key)));
  if (!known) return undefined;
  return deps.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, known.id);
    if (!payment || !isOurs(payment, session)) return undefined;
    if (session.isPaid) await fulfil(deps, tx, payment, session);
    else if (session.status === 'expired') await expirePayment(tx, payment.id);
    return findPayment(tx, payment.id);
  });
}

/** Whether the session can be this row's: another one's id, amount or currency means somebody else's. */
function isOurs(payment: PaymentRow, session: ProviderSession): boolean {
  return (
    (payment.provider_session_id === null || payment.provider_session_id === session.id) &&
    payment.amount_pence === session.amountPence &&
    payment.currency === session.currency
  );
}

async function fulfil(deps: Deps, tx: Tx, payment: PaymentRow, session: ProviderSession): Promise<void> {
  if (payment.status === 'paid' || payment.status === 'refund_pending' || payment.status === 'refunded')
    return;
  const ticketId = await seatBuyer(deps, tx, payment);
  await tx
    .updateTable('payments')
    .set({
      status: ticketId ? 'paid' : 'refund_pending',
      ticket_id: ticketId,
      paid_at: deps.clock.now(),
      payment_intent_id: session.paymentIntentId,
      provider_session_id: session.id,
    })
    .where('id', '=', payment.id)
    .execute();
  if (!ticketId) await deps.jobs.enqueue(tx, refundPaymentJob, { paymentId: payment.id });
}

/**
 * Gives the buyer the seat they hold or, when the hold has gone, any that is left. Null when there is none, or
 * when the seat is paid already: that money goes back.
 */
async function seatBuyer(deps: Deps, tx: Tx, payment: PaymentRow): Promise<number | null> {
  const { registration_id: registrationId, event_id: eventId, user_id: userId } = payment;
  if (!registrationId || !eventId || !userId) return null;
  const event = await findEvent(tx, eventId);
  if (event?.status === 'cancelled') {
    await dropHold(tx, registrationId);
    return null;
  }
  if (!(await confirmHold(tx, registrationId))) {
    const now = deps.clock.now();
    if (!(await reactivate(tx, registrationId, now))) return null;
    if (!(await tryTakeSeat(tx, eventId, now))) {
      await tx
        .updateTable('registrations')
        .set({ status: 'expired' })
        .where('id', '=', registrationId)
        .execute();
      return null;
    }
  }
  return issueTicket(deps, tx, { registrationId, eventId, userId, pricePence: payment.amount_pence });
}

/** The payment, settled with the provider first unless it is settled here. */
export async function getSettledPayment(deps: Deps, actor: Actor, sessionId: string): Promise<PaymentRow> {
  const payment = await getPaymentFor(deps, actor, sessionId);
  if (isSettled(payment.status)) return payment;
  return (await settleSession(deps, sessionId)) ?? payment;
}

/**
 * Ends a hold whose time is over. Its checkout session is expired at the provider first; one that turns out
 * to be paid keeps the seat instead.
 */
export async function releaseHold(deps: Deps, registrationId: number): Promise<void> {
  const payment = await findOpenPayment(deps.db, registrationId);
  if (payment?.provider_session_id) {
    await deps.payments.expireSession(payment.provider_session_id);
    const settled = await settleSession(deps, payment.provider_session_id);
    // Paid, or completed with the money still under way: the seat stays until that is known.
    if (settled && settled.status !== 'expired') return;
  }
  await deps.db.transaction().execute(async (tx) => {
    if (payment) await expirePayment(tx, payment.id);
    await expireHold(tx, registrationId, deps.clock.now());
  });
}
