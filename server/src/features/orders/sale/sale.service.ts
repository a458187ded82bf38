import type { Db } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import { takeBackUses, type Use } from '../../../http/limits.ts';
import { hashToken } from '../../../http/secret-tokens.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventAndStanding } from '../../events/events.access.service.ts';
import { mayDo } from '../../events/events.policy.ts';
import { keepBuyerName } from '../../users/users.profile.service.ts';
import {
  findOrderById,
  findOrderByNumber,
  listTicketsOfOrder,
  presentOrder,
  type OrderDetails,
} from '../orders.details.queries.ts';
import { deriveOrderKey } from '../../../mail/link-keys.ts';
import { countOrder, recordHoldSource } from './buyer-limits.service.ts';
import { findGuessedCode } from './offers.service.ts';
import type { PromoCode } from './promo.rules.ts';
import type { SaleQueue, TimedOutcome } from './sale-queue.service.ts';
import { findBuyer, findKnownOrder, isRefusalOutdated } from './sale.queries.ts';
import { composeOrder, describeRefusal, hashOrder, type Buyer, type OrderBody } from './sale.rules.ts';
import type { SaleOutcome, SaleRefusal, WantedOrder } from './sell.service.ts';
import type { OnShelf, Shelf } from './shelf.service.ts';
import { presentSold } from './sold.service.ts';

export interface OrderRequest {
  actor: Actor | null;
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
  /** The random id that a guest's browser keeps. The id identifies the guest's device. */
  deviceId: string | undefined;
  /** The idempotency key. */
  key: string;
  body: OrderBody;
  isGone: () => boolean;
}

/**
 * What one process keeps in memory to sell fast: the queue of orders, and a shelf with the event data that buyers need.
 */
export interface Sales {
  queue: SaleQueue;
  shelf: Shelf;
}

/**
 * `sell` refuses an order if the ticket types or the promo code have changed since the prices were computed. Foyer then
 * computes them again, up to this many times in all.
 */
const maxTries = 3;

/**
 * Orders tickets: all wanted tickets, or none. A repeated request with the same idempotency key gets the order that the
 * first request made. A free order is confirmed at once. Any other order is held until the buyer pays.
 */
export async function createOrder(deps: Deps, sales: Sales, request: OrderRequest) {
  const { body } = request;
  const buyer = await getBuyer(deps, request);
  const remembered = await findRemembered(deps.db, sales.shelf, request, buyer);
  if (remembered) throw describeRefusal(remembered);
  const { wanted, replaced, promo, outcome, event } = await sellWithinLimits(
    deps,
    sales,
    request,
    buyer,
  ).catch(async (error: unknown) => {
    // An earlier request with the same idempotency key may have made this order. Answer with that order instead of
    // the refusal.
    const known = error instanceof ApiError && (await findKnownOrder(deps.db, body.event_id, request.key));
    if (!known) throw error;
    const same = known.body_hash?.equals(hashOrder(body, buyer)) ?? false;
    return {
      wanted: undefined,
      replaced: null,
      promo: null,
      event: undefined,
      outcome: { known: known.id, same },
    };
  });
  if ('refused' in outcome) throw describeRefusal(outcome);
  if (!wanted || 'known' in outcome) return answerKnown(deps, buyer, outcome);
  if (wanted.hold_until) {
    await recordHoldSource(deps, { orderId: outcome.sold, address: request.address });
  }
  await keepName(deps, buyer);
  const order = presentSold(wanted, event, outcome, { promo, replaced });
  const key = deriveOrderKey(deps.sessionSecret, { id: outcome.sold, key_salt: wanted.key_salt });
  return { isNew: true, order: { ...order, ...(buyer.userId === null && { key }) } };
}

interface NamedBuyer extends Buyer {
  /** Whether the account does not have this name yet. */
  isNewName: boolean;
}

async function getBuyer(deps: Deps, { actor, body, deviceId }: OrderRequest): Promise<NamedBuyer> {
  if (actor) {
    const account = await findBuyer(deps.db, actor.id);
    if (!account) throw new ApiError('invalid_token');
    const name = body.buyer?.name ?? account.name ?? account.username;
    return {
      userId: actor.id,
      name,
      email: account.email,
      isNewName: body.buyer !== undefined && name !== account.name,
      deviceHash: null,
    };
  }
  if (!body.buyer) throw fieldError('buyer', 'Name and email are required');
  if (deviceId === undefined) throw fieldError('x-device-id', 'X-Device-Id is required');
  return { userId: null, ...body.buyer, isNewName: false, deviceHash: hashToken(deviceId) };
}

/** The order is sold at this point, so an error here must not look like a refusal. */
async function keepName(deps: Deps, { userId, name, isNewName }: NamedBuyer): Promise<void> {
  if (userId === null || !isNewName) return;
  await keepBuyerName(deps, userId, name).catch((error: unknown) =>
    deps.log.warn({ err: error, user: userId }, 'could not keep the name of a buyer'),
  );
}

interface Sold {
  wanted: WantedOrder;
  replaced: OrderDetails | null;
  promo: PromoCode | null | undefined;
  event: OnShelf['event'];
  outcome: TimedOutcome;
}

/** An order that is not sold does not count for the limits of guests. */
async function sellWithinLimits(
  deps: Deps,
  sales: Sales,
  request: OrderRequest,
  buyer: Buyer,
): Promise<Sold> {
  const counted: Use[] = [];
  const count = async (wanted: WantedOrder, { event: { id: eventId }, offers }: OnShelf) => {
    counted.push(...(await countOrder(deps, { eventId, wanted, offers, address: request.address })));
  };
  try {
    const sold = await sellAtNewestPrices(deps, sales, { request, buyer, count });
    if (!('sold' in sold.outcome)) await takeBackUses(deps, counted);
    return sold;
  } catch (error) {
    await takeBackUses(deps, counted);
    throw error;
  }
}

interface Sale {
  request: OrderRequest;
  buyer: Buyer;
  /** Called once, before the order is sold. Throws when a limit is used up. */
  count: (wanted: WantedOrder, found: OnShelf) => Promise<void>;
}

async function sellAtNewestPrices(
  deps: Deps,
  { queue, shelf }: Sales,
  { request, buyer, count }: Sale,
): Promise<Sold> {
  const { body, address, key, isGone } = request;
  const replaced = await findReplaced(deps.db, body, buyer);
  let found = await shelf.find(body.event_id);
  const findPromo = async () => {
    const code = body.promo_code;
    return code === undefined ? null : findGuessedCode(deps, found.event, { code, address });
  };
  const compose = async () => {
    const seesHidden = await findWhetherSeesHidden(deps.db, request, found);
    const at = { buyer, key, replaced, holdMinutes: deps.config.holdMinutes, now: deps.clock.now() };
    const isPublic = isVisibleToAll(found.event);
    const asksForNames = found.event.asks_for_names;
    return composeOrder(body, { offers: found.offers, promo, seesHidden, isPublic, asksForNames }, at);
  };
  let promo = await findPromo();
  for (let tries = 1; ; tries += 1) {
    // The shelf may be a second old. Before refusing an order, read the event again.
    const wanted = await compose().catch(async () => {
      found = await shelf.read(body.event_id);
      return compose();
    });
    if (tries === 1) await count(wanted, found);
    const outcome = await queue.sell(body.event_id, wanted, isGone);
    if (!('refused' in outcome) || outcome.refused !== 'stale' || tries === maxTries) {
      if (found.event.is_public) remember(shelf, body.event_id, wanted, outcome);
      return { wanted, replaced, promo, outcome, event: found.event };
    }
    found = await shelf.read(body.event_id);
    promo = await findPromo();
  }
}

/**
 * Checks that the caller may see the event, and finds whether the caller may buy hidden ticket types without a code.
 */
async function findWhetherSeesHidden(
  db: Db,
  { actor, body }: OrderRequest,
  { event, offers }: OnShelf,
): Promise<boolean> {
  const chosen = new Set(body.items.map((item) => item.ticket_type_id));
  const isHidden = offers.some(({ id, visibility }) => visibility === 'hidden' && chosen.has(id));
  if (isVisibleToAll(event) && !(isHidden && actor)) return false;
  const address = { id: event.id, key: body.key };
  const { event: newest, standing } = await getEventAndStanding(db, actor, 'view', address);
  return mayDo('manage', newest, actor, standing);
}

function isVisibleToAll(event: OnShelf['event']): boolean {
  return event.is_public && event.status !== 'draft';
}

/** These refusals depend on the ticket type and the number of tickets, but not on the buyer. */
const refusalsForAll = new Set<SaleRefusal['refused']>(['event_sold_out', 'not_enough_left']);

/** Remembers a refusal that holds for every buyer of one public ticket type. */
function remember(shelf: Shelf, eventId: number, wanted: WantedOrder, outcome: TimedOutcome): void {
  const [item, another] = wanted.items;
  if (!('refused' in outcome) || !item || another || item.is_unlocked || wanted.replaces !== null) return;
  const { at: _at, ...refusal } = outcome;
  if (refusalsForAll.has(refusal.refused)) shelf.noteRefusal(eventId, item.type, item.count, refusal);
}

/** Finds a refusal from the last second that also applies to this buyer. */
async function findRemembered(
  db: Db,
  shelf: Shelf,
  { body, key }: OrderRequest,
  { userId, deviceHash }: Buyer,
): Promise<SaleRefusal | undefined> {
  const [item, another] = body.items;
  if (!item || another || body.replaces !== undefined) return undefined;
  const refusal = shelf.findRefusal(body.event_id, item.ticket_type_id, item.quantity);
  if (!refusal) return undefined;
  const wanted = { eventId: body.event_id, typeId: item.ticket_type_id, count: item.quantity };
  return (await isRefusalOutdated(db, wanted, { key, userId, deviceHash })) ? undefined : refusal;
}

/**
 * Finds the buyer's hold that the new order replaces. Returns null if the hold has ended, because it then has nothing
 * to give back.
 */
async function findReplaced(db: Db, body: OrderBody, buyer: Buyer): Promise<OrderDetails | null> {
  if (body.replaces === undefined) return null;
  const order = await findOrderByNumber(db, body.replaces);
  const isOwn =
    buyer.userId === null
      ? order?.user_id === null && order.device_hash !== null && buyer.deviceHash?.equals(order.device_hash)
      : order?.user_id === buyer.userId;
  if (!order || !isOwn || order.event_id !== body.event_id) throw new ApiError('order_not_found');
  if (order.status === 'confirmed') throw new ApiError('order_not_held');
  return order.status === 'held' ? order : null;
}

async function answerKnown(deps: Deps, buyer: Buyer, outcome: SaleOutcome) {
  if (!('known' in outcome) || !outcome.same) throw new ApiError('idempotency_key_reused');
  const order = await findOrderById(deps.db, outcome.known);
  if (!order) throw new ApiError('order_not_found');
  const tickets = await listTicketsOfOrder(deps.db, order.id);
  const shown = presentOrder(order, tickets, { withCodes: true, now: deps.clock.now() });
  const key = buyer.userId === null ? { key: deriveOrderKey(deps.sessionSecret, order) } : {};
  return { isNew: false, order: { ...shown, ...key } };
}
