import type { Deps } from '../../deps.ts';
import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { PaymentRefusedError } from '../../payments/stripe.ts';
import { findSeatRefusal, isFree } from '../events/events.rules.ts';
import { getEventFor } from '../events/events.service.ts';
import type { EventRow } from '../events/events.queries.ts';
import { takeSeat } from '../events/events.seats.service.ts';
import { findRegistrationOf } from '../registrations/registrations.queries.ts';
import { holdSeat, prolongHold } from '../registrations/registrations.service.ts';
import { findUser } from '../users/users.queries.ts';
import { getUserIdFor } from '../users/users.service.ts';
import { findOpenPayment, findPayment, lockOpenPayment, type PaymentRow } from './payments.queries.ts';
import { expirePayment } from './payments.ledger.service.ts';
import { canStillOpen, findSessionEnd } from './payments.rules.ts';
import { settleSession } from './payments.service.ts';

/**
 * Holds a seat and opens a payment page for it. The ledger row is committed before the provider is asked, so
 * whatever happens to this process, the money that arrives finds its row. An open session is given again.
 */
export async function startCheckout(
  deps: Deps,
  actor: Actor,
  input: { eventId: number; userId: number },
): Promise<Checkout> {
  getUserIdFor(actor, input.userId);
  const user = await findUser(deps.db, input.userId);
  if (!user) throw new ApiError('user_not_found');
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { payment, event } = await startPayment(deps, actor, input);
    const session = payment.provider_session_id
      ? await findOpenSession(deps, payment.provider_session_id)
      : await openSession(deps, { payment, event, email: user.email });
    if (session) return session;
  }
  throw new ApiError('payments_unavailable');
}

/** A session that was paid or ran out a moment ago makes room for another try; more would be a fault. */
const mostAttempts = 3;

interface Checkout {
  sessionId: string;
  url: string;
}

/** The session if it can still be paid; else the ledger now knows what became of it. */
async function findOpenSession(deps: Deps, sessionId: string): Promise<Checkout | undefined> {
  const payment = await settleSession(deps, sessionId);
  return payment?.status === 'open' && payment.checkout_url
    ? { sessionId, url: payment.checkout_url }
    : undefined;
}

/** The hold and the one payment under way for it, both there when this returns. */
function startPayment(deps: Deps, actor: Actor, input: { eventId: number; userId: number }) {
  const now = deps.clock.now();
  const until = findSessionEnd(now, deps.config.holdMinutes);
  return deps.db.transaction().execute(async (tx) => {
    const event = await getEventFor(tx, actor, 'view', input.eventId);
    if (isFree(event)) throw new ApiError('event_is_free');
    assertOnSale(event, now);
    const underWay = await findUsablePayment(tx, input, now);
    const { registrationId, isNew } = await holdSeat(tx, { ...input, until, now });
    if (underWay && !isNew) return { payment: underWay, event };
    const amountPence = event.price_pence ?? 0;
    const payment =
      (await insertPayment(tx, { ...input, registrationId, amountPence, until, now })) ??
      (await findOpenPayment(tx, registrationId));
    if (!payment) throw new ApiError('unavailable');
    if (isNew) await takeSeat(tx, event.id, now);
    else await prolongHold(tx, registrationId, payment.expires_at);
    return { payment, event };
  });
}

/** Whoever holds a seat may still pay when all others are gone, but nobody pays for what is not on sale. */
function assertOnSale(event: EventRow, now: Date): void {
  const refusal = findSeatRefusal(event, now);
  if (refusal && refusal !== 'event_sold_out') throw new ApiError(refusal);
}

/**
 * The payment that the user has under way, locked before their registration as everywhere. One that was being
 * opened but can be opened no longer makes room for another; what became of an open one the provider decides.
 */
async function findUsablePayment(
  tx: Tx,
  of: { eventId: number; userId: number },
  now: Date,
): Promise<PaymentRow | undefined> {
  const registration = await findRegistrationOf(tx, of.eventId, of.userId);
  const payment = registration && (await lockOpenPayment(tx, registration.id));
  if (payment?.status !== 'starting' || canStillOpen(payment, now)) return payment;
  await expirePayment(tx, payment.id);
  return undefined;
}

async function insertPayment(
  tx: Tx,
  row: {
    eventId: number;
    userId: number;
    registrationId: number;
    amountPence: number;
    until: Date;
    now: Date;
  },
): Promise<PaymentRow | undefined> {
  const made = await tx
    .insertInto('payments')
    .values({
      user_id: row.userId,
      event_id: row.eventId,
      registration_id: row.registrationId,
      amount_pence: row.amountPence,
      status: 'starting',
      created_at: row.now,
      expires_at: row.until,
    })
    // Of two tabs at once the second waits here, and then finds the first one's payment.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made && findPayment(tx, made.id);
}

/** Undefined when the provider will not open this one any more; its row is then out of the way. */
async function openSession(
  deps: Deps,
  { payment, event, email }: { payment: PaymentRow; event: EventRow; email: string },
): Promise<Checkout | undefined> {
  try {
    const session = await deps.payments.openSession({
      key: payment.provider_key,
      eventId: event.id,
      title: event.title,
      pictureUrl: event.event_img_url && new URL(event.event_img_url, deps.publicUrl).href,
      amountPence: payment.amount_pence,
      email,
      expiresAt: payment.expires_at,
      successUrl: `${deps.publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${deps.publicUrl}/events/${event.id}`,
    });
    await deps.db
      .updateTable('payments')
      .set({ status: 'open', provider_session_id: session.id, checkout_url: session.url })
      .where('id', '=', payment.id)
      .where('status', '=', 'starting')
      .execute();
    return session.url ? { sessionId: session.id, url: session.url } : undefined;
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error;
    deps.log.warn({ err: error, payment: payment.id }, 'the provider refused to open a checkout session');
    if (canStillOpen(payment, deps.clock.now())) throw new ApiError('payments_unavailable', { cause: error });
    await deps.db.transaction().execute((tx) => expirePayment(tx, payment.id));
    return undefined;
  }
}
