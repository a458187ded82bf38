import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../db/connect.ts';
import { ApiError } from '../../../http/errors.ts';
import { describeEvent } from '../../../mail/words.ts';
import { countUse, tryUse } from '../../../http/limits.ts';
import { assertOnSale } from '../../events/events.rules.ts';
import { findEvent } from '../../events/events.queries.ts';
import { getOrderFor, type OrderCaller } from '../../orders/orders.access.service.ts';
import {
  findOrderById,
  listTicketsOfOrder,
  presentOrder,
  type OrderDetails,
} from '../../orders/orders.details.queries.ts';
import { extendForBuyer, keepHoldUntil } from '../../orders/orders.holds.service.ts';
import { lockOrderToPay } from '../../orders/orders.queries.ts';
import { findUser } from '../../users/users.queries.ts';
import { claimCheck, findOrCreatePayment } from '../ledger/ledger.service.ts';
import { findOpenPayment, lockOpenPayment, type PaymentRow } from '../payments.queries.ts';
import { findPaymentEnd, findReference } from '../payments.rules.ts';
import { settlePayment } from '../payments.service.ts';
import { endToReplace, keepUsablePayment, maxAttempts, settleOpenPayment } from './checkout.service.ts';
import { composeLines } from './lines.rules.ts';
import { openPayment, type Sale } from './opening.service.ts';

interface OrderToPay {
  caller: OrderCaller;
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
  number: string;
}

interface Wanted extends OrderToPay {
  /** The website that the buyer returns to after paying. Null means the public address of Foyer. */
  returnSite: string | null;
}

/**
 * Opens the payment page of a held order, or returns the page that is open. The hold lasts as long as the page. The
 * payment's row is committed before the provider is asked, so that money finds its row even if this process dies.
 */
export async function openOrderCheckout(deps: Deps, wanted: Wanted) {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { payment, sale, isUsable } = await startOrderPayment(deps, wanted);
    await countUse(deps, 'payment_calls_address', wanted.address);
    await countUse(deps, 'payment_calls_order', wanted.number);
    const expires_at = payment.expires_at;
    if (payment.status === 'starting') {
      const opened = await openPayment(deps, payment, sale);
      if (opened && isUsable) return describePage(opened, expires_at);
    } else if (isUsable) {
      const open = await settleOpenPayment(deps, payment);
      if (open) return describePage(open, expires_at);
    } else await endToReplace(deps, payment);
  }
  throw new ApiError('payments_unavailable');
}

function describePage({ id, url }: { id: string; url: string | null }, expires_at: Date) {
  if (url === null) throw new Error(`The open session ${id} has no page`);
  return { session_id: id, url, expires_at };
}

/**
 * Extends the hold, but only once, and opens a new payment page. If the opening fails, the buyer's next request opens
 * the page.
 */
export async function takeMoreTime(deps: Deps, wanted: Wanted) {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    const { order } = await getOrderFor(tx, wanted.caller, 'pay', wanted.number);
    const held = await lockHold(tx, order.id, now);
    if (held.more_time_at !== null) throw new ApiError('more_time_used');
    const until = findPaymentEnd(held, deps.config.holdMinutes, now);
    if (!until) throw new ApiError('more_time_used');
    await extendForBuyer(tx, order.id, { now, until });
  });
  return openOrderCheckout(deps, wanted);
}

/**
 * Settles the payment of an order. Returns the order, and whether its payment is still under way. Answers from the
 * ledger if the provider was asked a moment ago, or if this order or its caller's network address asks too often.
 */
export async function settleOrder(deps: Deps, { caller, number, address }: OrderToPay) {
  const { order } = await getOrderFor(deps.db, caller, 'pay', number);
  const payment = await findOpenPayment(deps.db, order.id);
  const reference = payment && findReference(payment);
  if (
    reference &&
    (await claimCheck(deps.db, payment.id, deps.clock.now())) &&
    (await tryUse(deps, 'payment_calls_address', address)) &&
    (await tryUse(deps, 'payment_calls_order', order.number))
  ) {
    await settlePayment(deps, reference);
  }
  const settled = (await findOrderById(deps.db, order.id)) ?? order;
  const tickets = await listTicketsOfOrder(deps.db, order.id);
  return {
    order: presentOrder(settled, tickets, { withCodes: true, now: deps.clock.now() }),
    payment_open: (await findOpenPayment(deps.db, order.id)) !== undefined,
  };
}

interface Started {
  payment: PaymentRow;
  sale: Sale;
  /** Whether the buyer can use this payment. Any other payment must end first. */
  isUsable: boolean;
}

function startOrderPayment(deps: Deps, { caller, number, returnSite }: Wanted): Promise<Started> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const { order } = await getOrderFor(tx, caller, 'pay', number);
    // Lock the payment before the order, as every sale does, so that two requests cannot deadlock.
    const underWay = await keepUsablePayment(tx, await lockOpenPayment(tx, order.id), now);
    const held = await lockHold(tx, order.id, now);
    const sale = await composeSale(deps, tx, order);
    if (underWay) return { payment: underWay, sale, isUsable: lastsForHold(underWay, held, now) };
    const until = findPaymentEnd(held, deps.config.holdMinutes, now);
    if (!until) throw new ApiError('order_closed');
    const { event_id: eventId, user_id: userId } = order;
    const wanted = { kind: 'session', eventId, userId, orderId: order.id, returnSite, until, now } as const;
    const payment = await findOrCreatePayment(tx, { ...wanted, amountPence: held.total_pence });
    await keepHoldUntil(tx, order.id, payment.expires_at);
    return { payment, sale, isUsable: true };
  });
}

/** Throws if the order is not held, or if the time of its hold is over. */
async function lockHold(tx: Tx, orderId: number, now: Date) {
  const order = await lockOrderToPay(tx, orderId);
  if (order?.status === 'confirmed') {
    throw new ApiError('already_paid', { msg: 'There is nothing left to pay for this order' });
  }
  if (order?.status !== 'held' || !order.hold_expires_at || order.hold_expires_at <= now) {
    throw new ApiError('order_closed');
  }
  return { ...order, hold_expires_at: order.hold_expires_at };
}

/** The buyer has taken more time if the payment page ends earlier than the hold. A new page then replaces it. */
function lastsForHold(payment: PaymentRow, hold: { hold_expires_at: Date }, now: Date): boolean {
  return (
    payment.kind === 'session' &&
    payment.expires_at > now &&
    payment.expires_at.getTime() >= hold.hold_expires_at.getTime()
  );
}

async function composeSale(deps: Deps, tx: Tx, order: OrderDetails): Promise<Sale> {
  const event = await findEvent(tx, order.event_id);
  if (!event) throw new ApiError('event_not_found');
  assertOnSale(event, deps.clock.now());
  const user = order.user_id === null ? undefined : await findUser(tx, order.user_id);
  const email = user?.email ?? order.buyer_email;
  if (email === null) throw new ApiError('order_closed');
  const tickets = (await listTicketsOfOrder(tx, order.id)).filter(({ status }) => status === 'held');
  const path = `/orders/${order.number}`;
  return {
    event,
    buyer: { id: user?.id ?? null, email },
    lines: composeLines(describeEvent(event, deps.config.timeZone), tickets),
    // Do not send the key of the order to the provider. A guest's browser keeps the key. In another browser, the id of
    // the payment session shows whether the order is paid. The provider fills it in.
    paths: { paid: `${path}?from=payment&session_id={CHECKOUT_SESSION_ID}`, left: path },
  };
}
