import type { Tx } from '../../db/connect.ts';
import type { PaymentKind } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import type { ProviderPayment } from '../../payments/provider.ts';
import { assertOnSale, isFree } from '../events/events.rules.ts';
import { getEventFor } from '../events/events.service.ts';
import type { EventRow } from '../events/events.queries.ts';
import { takeSeat } from '../events/events.seats.service.ts';
import { findRegistrationOf } from '../registrations/registrations.queries.ts';
import { assertSeatInSight } from '../registrations/registrations.seats.service.ts';
import { endSpentHold, holdSeat, prolongHold } from '../registrations/registrations.states.service.ts';
import { findUser } from '../users/users.queries.ts';
import { assertMayActFor } from '../users/users.service.ts';
import { expirePayment, insertPayment } from './payments.ledger.service.ts';
import { openPayment } from './payments.opening.service.ts';
import { findOpenPayment, lockOpenPayment, type PaymentRow } from './payments.queries.ts';
import { canStillOpen, findPaymentEnd, findReference } from './payments.rules.ts';
import { endPayment, settle } from './payments.service.ts';

interface Buyer {
  eventId: number;
  userId: number;
}

interface Wanted extends Buyer {
  kind: PaymentKind;
  returnSite: string;
}

/**
 * Holds a seat and opens a payment page for it. A page that is open already is given again, also to a caller from
 * another site: it leads back to the site that opened it.
 */
export async function startCheckout(
  deps: Deps,
  actor: Actor,
  buyer: Buyer,
  returnSite: string,
): Promise<{ sessionId: string; url: string }> {
  const { id, url } = await startPaying(deps, actor, { ...buyer, kind: 'session', returnSite });
  if (url === null) throw new Error(`The open session ${id} has no page`);
  return { sessionId: id, url };
}

/** Holds a seat and opens a payment for it that a card form of the client's own can pay. */
export async function startIntent(deps: Deps, actor: Actor, buyer: Buyer) {
  const opened = await startPaying(deps, actor, { ...buyer, kind: 'intent', returnSite: deps.publicUrl });
  const { id, clientSecret, amountPence, currency } = opened;
  if (clientSecret === null) throw new Error(`The open intent ${id} has no client secret`);
  return { clientSecret, paymentIntentId: id, amountPence, currency };
}

/**
 * The ledger row is committed before the provider is asked, so whatever happens to this process, the money that
 * arrives finds its row. What is open already is given again; a payment of the other kind is ended first.
 */
async function startPaying(deps: Deps, actor: Actor, wanted: Wanted): Promise<ProviderPayment> {
  assertMayActFor(actor, wanted.userId);
  const user = await findUser(deps.db, wanted.userId);
  if (!user) throw new ApiError('user_not_found');
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const held = await holdForPayment(deps, actor, wanted);
    if (!held) continue;
    const { payment, event } = held;
    const isAnswer = isWanted(payment, wanted, deps.clock.now());
    if (payment.status === 'starting') {
      // Of the other kind too: only when it is known by its id can the next attempt end it.
      const opened = await openPayment(deps, payment, { event, user, returnSite: wanted.returnSite });
      if (opened && isAnswer) return opened;
    } else if (isAnswer) {
      const open = await findStillOpen(deps, payment);
      if (open) return open;
    } else await makeWay(deps, payment);
  }
  throw new ApiError('payments_unavailable');
}

/** Each payment that was paid, ended or replaced a moment ago costs an attempt; more would be a fault. */
const mostAttempts = 6;

function isWanted(payment: PaymentRow, { kind }: Wanted, now: Date): boolean {
  return payment.kind === kind && payment.expires_at > now;
}

/** The open payment if it can still be paid; else the ledger now knows what became of it. */
async function findStillOpen(deps: Deps, payment: PaymentRow): Promise<ProviderPayment | undefined> {
  const reference = findReference(payment);
  const found = reference && (await deps.payments.findPayment(reference));
  const settled = found && (await settle(deps, found));
  // What the provider does not know, since the account is another one now say, would be in the way until it ends.
  if (!settled) await endPayment(deps, payment);
  if (!found || settled?.status !== 'open') return undefined;
  // A session whose money is still under way has no page any more, but its address says so.
  return { ...found, url: found.url ?? settled.checkout_url };
}

/** Ends a payment so that another can be made in its place. Throws `already_paid` when it cannot be ended. */
async function makeWay(deps: Deps, payment: PaymentRow): Promise<void> {
  const status = await endPayment(deps, payment);
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
 * The hold and the one payment under way for it, both there when this returns. Undefined when it gave back a hold
 * that lasted too long: whoever is first may have the seat, this buyer too.
 */
function holdForPayment(deps: Deps, actor: Actor, wanted: Wanted): Promise<Held | undefined> {
  const now = deps.clock.now();
  const until = findPaymentEnd(now, deps.config.holdMinutes);
  return deps.db.transaction().execute(async (tx) => {
    const event = await getEventFor(tx, actor, 'view', wanted.eventId);
    if (isFree(event)) throw new ApiError('event_is_free');
    assertOnSale(event, now);
    const underWay = await findUsablePayment(tx, wanted, now);
    if (underWay && !isWanted(underWay, wanted, now)) return { payment: underWay, event };
    if (!underWay) {
      if (await endSpentHold(tx, { ...wanted, until, now })) return undefined;
      await assertSeatInSight(tx, event, wanted.userId, now);
    }
    const { registrationId, isNew } = await holdSeat(tx, { ...wanted, until, now });
    if (underWay && !isNew) return { payment: underWay, event };
    const amountPence = event.price_pence ?? 0;
    const payment =
      (await insertPayment(tx, { ...wanted, registrationId, amountPence, until, now })) ??
      (await findOpenPayment(tx, registrationId));
    if (!payment) throw new ApiError('unavailable');
    if (isNew) await takeSeat(tx, event.id, now);
    else await prolongHold(tx, registrationId, payment.expires_at);
    return { payment, event };
  });
}

/**
 * The payment that the user has under way, locked before their registration as everywhere. One that was being
 * opened but can be opened no longer makes room for another; what became of an open one the provider decides.
 */
async function findUsablePayment(tx: Tx, of: Buyer, now: Date): Promise<PaymentRow | undefined> {
  const registration = await findRegistrationOf(tx, of.eventId, of.userId);
  const payment = registration && (await lockOpenPayment(tx, registration.id));
  if (payment?.status !== 'starting' || canStillOpen(payment, now)) return payment;
  await expirePayment(tx, payment.id);
  return undefined;
}
