import type { Tx } from '../../../db/connect.ts';
import type { PaymentKind } from '../../../db/tables.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import type { ProviderPayment } from '../../../payments/provider.ts';
import { assertOnSale, isFree } from '../../events/events.rules.ts';
import { getEventFor } from '../../events/events.service.ts';
import type { EventRow } from '../../events/events.queries.ts';
import { takeSeat } from '../../events/events.seats.service.ts';
import { lockRegistrationOf } from '../../registrations/registrations.queries.ts';
import { assertSeatLeft } from '../../registrations/registrations.rules.ts';
import {
  extendHold,
  holdSeat,
  releaseOverdueHold,
} from '../../registrations/registrations.states.service.ts';
import { findUser } from '../../users/users.queries.ts';
import { assertMayActFor } from '../../users/users.service.ts';
import { createPayment, expirePayment } from '../ledger/ledger.service.ts';
import { openPayment } from './opening.service.ts';
import { findOpenPayment, lockOpenPaymentOf, type PaymentRow } from '../payments.queries.ts';
import { canStillOpen, computePaymentEnd, findReference } from '../payments.rules.ts';
import { endPayment, settle } from '../payments.service.ts';

interface Buyer {
  eventId: number;
  userId: number;
}

interface Wanted extends Buyer {
  kind: PaymentKind;
  /** Null: the public address of this site. */
  returnSite: string | null;
}

/**
 * Holds a seat and opens a checkout session for it. A session that is open already is returned again, also to a caller
 * from another site: its page leads back to the site that opened it.
 */
export async function startCheckout(
  deps: Deps,
  actor: Actor,
  buyer: Buyer,
  returnSite: string | null,
): Promise<{ sessionId: string; url: string }> {
  const { id, url } = await startPayment(deps, actor, { ...buyer, kind: 'session', returnSite });
  if (url === null) throw new Error(`The open session ${id} has no page`);
  return { sessionId: id, url };
}

/** Holds a seat and opens a payment intent for it, which a client with its own card form can pay. */
export async function startIntent(deps: Deps, actor: Actor, buyer: Buyer) {
  const opened = await startPayment(deps, actor, { ...buyer, kind: 'intent', returnSite: null });
  const { id, clientSecret, amountPence, currency } = opened;
  if (clientSecret === null) throw new Error(`The open intent ${id} has no client secret`);
  return { clientSecret, paymentIntentId: id, amountPence, currency };
}

/**
 * The ledger row is committed before the provider is asked. So even if this process dies, money that arrives finds its
 * row. An open payment is returned again; a payment of the other kind is ended first.
 */
async function startPayment(deps: Deps, actor: Actor, wanted: Wanted): Promise<ProviderPayment> {
  assertMayActFor(actor, wanted.userId);
  const user = await findUser(deps.db, wanted.userId);
  if (!user) throw new ApiError('user_not_found');
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const held = await holdForPayment(deps, actor, wanted);
    if (!held) continue;
    const { payment, event } = held;
    const isAnswer = isWanted(payment, wanted, deps.clock.now());
    if (payment.status === 'starting') {
      // Also a payment of the other kind: the next attempt can end it only once the provider's id is stored.
      const opened = await openPayment(deps, payment, { event, user });
      if (opened && isAnswer) return opened;
    } else if (isAnswer) {
      const open = await settleOpenPayment(deps, payment);
      if (open) return open;
    } else await endToReplace(deps, payment);
  }
  throw new ApiError('payments_unavailable');
}

/** An attempt fails when a payment was just paid, ended or replaced. More attempts would mean a bug. */
const maxAttempts = 6;

function isWanted(payment: PaymentRow, { kind }: Wanted, now: Date): boolean {
  return payment.kind === kind && payment.expires_at > now;
}

/** Settles an open payment and returns it if it can still be paid. */
async function settleOpenPayment(deps: Deps, payment: PaymentRow): Promise<ProviderPayment | undefined> {
  const reference = findReference(payment);
  const found = reference && (await deps.payments.findPayment(reference));
  const settled = found && (await settle(deps, found));
  // The provider may not know the payment, for example after a change of account. It must not block a new one.
  if (!settled) await endPayment(deps, payment);
  if (!found || settled?.status !== 'open') return undefined;
  // The provider no longer names the URL of a session whose money is under way. The stored URL still works.
  return { ...found, url: found.url ?? settled.checkout_url };
}

/** Ends a payment so that another one can replace it. Throws `already_paid` when it cannot be ended. */
async function endToReplace(deps: Deps, payment: PaymentRow): Promise<void> {
  const { status } = await endPayment(deps, payment);
  if (status === 'paid') throw new ApiError('already_paid');
  if (status === 'open') {
    throw new ApiError('already_paid', { msg: 'Your payment for this event is still being processed' });
  }
}

interface Held {
  payment: PaymentRow;
  event: EventRow;
}

/**
 * The hold and its one payment, both stored when this returns. Undefined when a hold that lasted too long was given
 * back: then the first to ask gets the seat, perhaps the same buyer.
 */
function holdForPayment(deps: Deps, actor: Actor, wanted: Wanted): Promise<Held | undefined> {
  const now = deps.clock.now();
  const until = computePaymentEnd(now, deps.config.holdMinutes);
  const hold = { ...wanted, until, now };
  return deps.db.transaction().execute(async (tx) => {
    const event = await getEventFor(tx, actor, 'view', wanted.eventId);
    if (isFree(event)) throw new ApiError('event_is_free');
    assertOnSale(event, now);
    // Payment before registration before event: everything that sells locks in this order.
    const underWay = await lockUsablePayment(tx, wanted, now);
    if (underWay && !isWanted(underWay, wanted, now)) return { payment: underWay, event };
    const registration = await lockRegistrationOf(tx, event.id, wanted.userId);
    if (!underWay) {
      if (await releaseOverdueHold(tx, registration, hold)) return undefined;
      assertSeatLeft(event, registration, now);
    }
    const { registrationId, isNew } = await holdSeat(tx, registration, hold);
    if (underWay && !isNew) return { payment: underWay, event };
    const amountPence = event.price_pence ?? 0;
    const payment =
      (await createPayment(tx, { ...hold, registrationId, amountPence })) ??
      (await findOpenPayment(tx, registrationId));
    if (!payment) throw new ApiError('unavailable');
    if (isNew) await takeSeat(tx, event.id, now);
    else await extendHold(tx, registrationId, payment.expires_at);
    return { payment, event };
  });
}

/**
 * The buyer's payment under way, locked. A payment that can no longer be opened expires, so that a new one can start.
 * What became of an open payment is for the provider to say.
 */
async function lockUsablePayment(tx: Tx, buyer: Buyer, now: Date): Promise<PaymentRow | undefined> {
  const payment = await lockOpenPaymentOf(tx, buyer);
  if (payment?.status !== 'starting' || canStillOpen(payment, now)) return payment;
  await expirePayment(tx, payment.id);
  return undefined;
}
