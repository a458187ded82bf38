import { writeEventPath } from '@foyer/contract/text/event-address.ts';
import type { Tx } from '../../../db/connect.ts';
import type { PaymentKind } from '../../../db/order-tables.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { describeEvent } from '../../../mail/words.ts';
import type { ProviderPayment } from '../../../payments/provider.ts';
import { assertOnSale } from '../../events/events.rules.ts';
import { getEventAndStanding } from '../../events/events.access.service.ts';
import { mayDo } from '../../events/events.policy.ts';
import type { EventDetails } from '../../events/events.queries.ts';
import { takePlaces } from '../../events/events.seats.service.ts';
import { listTypes } from '../../events/types/types.queries.ts';
import { getSingleType } from '../../events/types/types.rules.ts';
import { assertSeatLeftFor } from '../../orders/orders.older.service.ts';
import { lockBuyer, lockSingleOrderOf } from '../../orders/orders.queries.ts';
import { extendHold, holdPlace, releaseOverdueHold } from '../../orders/orders.states.service.ts';
import { findUser } from '../../users/users.queries.ts';
import { assertMayActFor } from '../../users/users.service.ts';
import { expirePayment, findOrCreatePayment, toReferenceColumns } from '../ledger/ledger.service.ts';
import { openPayment, type Sale } from './opening.service.ts';
import { lockOpenPaymentOf, type PaymentRow } from '../payments.queries.ts';
import { canStillOpen, computePaymentEnd, findReference } from '../payments.rules.ts';
import { endPayment, settle } from '../payments.service.ts';

interface Buyer {
  eventId: number;
  userId: number;
  /** The key of a private event, from the link that the buyer opened. */
  key?: string;
}

interface Wanted extends Buyer {
  kind: PaymentKind;
  /** The website that the buyer returns to after paying. Null means the public URL of Foyer. */
  returnSite: string | null;
}

/**
 * Holds a seat and opens a checkout session for it. If the buyer already has an open checkout session for this event,
 * that session is returned. After paying, the buyer always returns to the website that opened the checkout session.
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

/** Holds a seat and opens a payment intent for it. A client with its own card form can then pay the intent. */
export async function startIntent(deps: Deps, actor: Actor, buyer: Buyer) {
  const opened = await startPayment(deps, actor, { ...buyer, kind: 'intent', returnSite: null });
  const { id, clientSecret, amountPence, currency } = opened;
  if (clientSecret === null) throw new Error(`The open intent ${id} has no client secret`);
  return { clientSecret, paymentIntentId: id, amountPence, currency };
}

/**
 * Holds a seat and returns the buyer's open payment for it, or a new one. An open payment of the wrong kind ends first.
 * The payment's row is committed before the provider is asked, so that money finds its row even if this process dies.
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
      // Open this payment even if it will be replaced, because the provider can only end a payment that it knows.
      const opened = await openPayment(deps, payment, describeSale(deps, { event, user, payment }));
      if (opened && isAnswer) return opened;
      if (opened) await endToReplace(deps, { ...payment, ...toReferenceColumns(opened) });
    } else if (isAnswer) {
      const open = await settleOpenPayment(deps, payment);
      if (open) return open;
    } else await endToReplace(deps, payment);
  }
  throw new ApiError('payments_unavailable');
}

/**
 * How often `startPayment` tries. A try fails if an old hold or payment had to end first or changed meanwhile, which
 * happens a few times at most.
 */
export const maxAttempts = 10;

function describeSale(
  { config }: Deps,
  { event, user, payment }: { event: EventDetails; user: Sale['buyer']; payment: PaymentRow },
): Sale {
  const { id, email } = user;
  const description = describeEvent(event, config.timeZone);
  return {
    event,
    buyer: { id, email },
    lines: [{ name: event.title, description, quantity: 1, unitPence: payment.amount_pence }],
    paths: {
      paid: '/payment/success?session_id={CHECKOUT_SESSION_ID}',
      left: writeEventPath({ id: event.id, title: event.title, key: event.private_key }),
    },
  };
}

function isWanted(payment: PaymentRow, { kind }: Wanted, now: Date): boolean {
  return payment.kind === kind && payment.expires_at > now;
}

/** Asks the provider about an open payment, settles the payment, and returns it if the buyer can still pay it. */
export async function settleOpenPayment(
  deps: Deps,
  payment: PaymentRow,
): Promise<ProviderPayment | undefined> {
  const reference = findReference(payment);
  const found = reference && (await deps.payments.findPayment(reference));
  const settled = found && (await settle(deps, found));
  // The provider does not know this payment, for example because the Stripe account was changed. End it in the ledger,
  // so that the buyer can start a new one.
  if (!settled) await endPayment(deps, payment);
  if (!found || settled?.status !== 'open') return undefined;
  // The provider reports no web address for a session whose money is being processed. Return the stored one.
  return { ...found, url: found.url ?? settled.checkout_url };
}

/**
 * Ends a payment so that a new one can replace it. Throws `already_paid` if the buyer has paid, or if the money is
 * being processed.
 */
export async function endToReplace(deps: Deps, payment: PaymentRow): Promise<void> {
  const { status } = await endPayment(deps, payment);
  if (status === 'paid') throw new ApiError('already_paid');
  if (status === 'open') {
    throw new ApiError('already_paid', { msg: 'Your payment for this event is still being processed' });
  }
}

interface Held {
  payment: PaymentRow;
  event: EventDetails;
}

/**
 * Finds or creates the buyer's hold and its payment. If the buyer's hold is over and has no payment, only ends the hold
 * and returns undefined. The next try then takes a seat again.
 */
function holdForPayment(deps: Deps, actor: Actor, wanted: Wanted): Promise<Held | undefined> {
  const now = deps.clock.now();
  const until = computePaymentEnd(now, deps.config.holdMinutes);
  const hold = { ...wanted, until, now };
  return deps.db.transaction().execute(async (tx) => {
    const address = { id: wanted.eventId, key: wanted.key };
    const { event, standing } = await getEventAndStanding(tx, actor, 'view', address);
    const manages = mayDo('manage', event, actor, standing);
    const type = getSingleType(await listTypes(tx, event.id), { manages, now });
    const pricePence = type.price_pence;
    if (pricePence === 0) throw new ApiError('event_is_free');
    assertOnSale(event, now);
    // Lock the payment, the buyer, the order, the ticket type and then the event, as all sales do, so that two sales cannot
    // deadlock.
    const underWay = await keepUsablePayment(tx, await lockOpenPaymentOf(tx, wanted), now);
    if (underWay && !isWanted(underWay, wanted, now)) return { payment: underWay, event };
    const webOrder = await lockBuyer(tx, event.id, wanted.userId);
    const order = await lockSingleOrderOf(tx, event.id, wanted.userId);
    if (!underWay) {
      if (await releaseOverdueHold(tx, order, hold)) return undefined;
      if (!order) await assertSeatLeftFor(tx, wanted.userId, event, now);
    }
    const { orderId, isNew } = await holdPlace(tx, order, { ...hold, type, pricePence, webOrder });
    if (underWay && !isNew) return { payment: underWay, event };
    const payment = await findOrCreatePayment(tx, { ...hold, orderId, amountPence: pricePence });
    const places = { eventId: event.id, orderId, wanted: [{ typeId: type.id, count: 1 }], now };
    if (isNew) await takePlaces(tx, places);
    else await extendHold(tx, orderId, { until: payment.expires_at, pricePence: payment.amount_pence });
    return { payment, event };
  });
}

/**
 * Returns the starting or open payment that the caller has locked. An open payment is returned even after its time,
 * because the buyer may have paid it. A starting payment whose time is too short expires.
 */
export async function keepUsablePayment(
  tx: Tx,
  payment: PaymentRow | undefined,
  now: Date,
): Promise<PaymentRow | undefined> {
  if (payment?.status !== 'starting' || canStillOpen(payment, now)) return payment;
  await expirePayment(tx, payment.id);
  return undefined;
}
