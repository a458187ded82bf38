import type { Db } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import { countUse } from '../../../http/limits.ts';
import { hashToken } from '../../../http/secret-tokens.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventAndStanding } from '../../events/events.access.service.ts';
import { mayDo } from '../../events/events.policy.ts';
import type { EventDetails } from '../../events/events.queries.ts';
import { listOffers } from '../../events/types/types.queries.ts';
import {
  findOrderById,
  findOrderByNumber,
  listTicketsOfOrder,
  presentOrder,
} from '../orders.details.queries.ts';
import { deriveOrderKey } from '../orders.keys.service.ts';
import { findGuessedCode } from './offers.service.ts';
import { findBuyer, findKnownOrder } from './sale.queries.ts';
import { composeOrder, describeRefusal, hashOrder, type Buyer, type OrderBody } from './sale.rules.ts';
import { sellTogether, type SaleOutcome, type WantedOrder } from './sell.service.ts';

/** A request to order tickets. */
export interface OrderRequest {
  actor: Actor | null;
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
  /** The random id that a guest's browser keeps. The id identifies the guest's device. */
  deviceId: string | undefined;
  /** The idempotency key. */
  key: string;
  body: OrderBody;
}

/**
 * `sell` refuses an order if the ticket types or the promo code have changed since the prices were computed. Foyer then
 * computes the prices again, up to this many times in all.
 */
const maxTries = 3;

/**
 * Orders tickets: all wanted tickets, or none. A repeated request with the same idempotency key gets the order that the
 * first request made. A free order is confirmed at once. Any other order is held until the buyer pays.
 */
export async function createOrder(deps: Deps, request: OrderRequest) {
  const { body, key, actor } = request;
  const buyer = await getBuyer(deps, request);
  const { event, standing } = await getEventAndStanding(deps.db, actor, 'view', {
    id: body.event_id,
    key: body.key,
  });
  const known = await findKnownOrder(deps.db, event.id, key);
  if (known) {
    const isSame = known.body_hash?.equals(hashOrder(body, buyer)) ?? false;
    return answer(deps, buyer, { known: known.id, same: isSame });
  }
  const seesHidden = mayDo('manage', event, actor, standing);
  const outcome = await sellAtNewestPrices(deps, event, request, { buyer, seesHidden });
  return answer(deps, buyer, outcome);
}

/** Returns the buyer: the caller's account, or the guest that the body names. */
async function getBuyer(deps: Deps, { actor, body, deviceId }: OrderRequest): Promise<Buyer> {
  if (actor) {
    const account = await findBuyer(deps.db, actor.id);
    if (!account) throw new ApiError('invalid_token');
    const name = body.buyer?.name ?? account.username;
    return { userId: actor.id, name, email: account.email, deviceHash: null };
  }
  if (!body.buyer) throw fieldError('buyer', 'Name and email are required');
  if (deviceId === undefined) throw fieldError('x-device-id', 'X-Device-Id is required');
  return { userId: null, ...body.buyer, deviceHash: hashToken(deviceId) };
}

async function sellAtNewestPrices(
  deps: Deps,
  event: EventDetails,
  { body, address, key }: OrderRequest,
  { buyer, seesHidden }: { buyer: Buyer; seesHidden: boolean },
): Promise<SaleOutcome> {
  const replaces = await findReplaced(deps.db, body, buyer);
  let isCounted = false;
  for (let tries = 1; ; tries += 1) {
    const now = deps.clock.now();
    const code = body.promo_code;
    const promo = code === undefined ? null : await findGuessedCode(deps, event, { code, address });
    const offers = await listOffers(deps.db, event.id, { withHidden: true });
    const at = { buyer, key, replaces, holdMinutes: deps.config.holdMinutes, now };
    const wanted = composeOrder(body, { offers, promo, seesHidden }, at);
    if (!isCounted) await countOrder(deps, wanted, address);
    isCounted = true;
    const [outcome] = await sellTogether(deps.db, event.id, [wanted], now);
    if (!outcome) throw new Error('The database did not answer what became of the order');
    if (!('refused' in outcome) || outcome.refused !== 'stale' || tries === maxTries) return outcome;
  }
}

/**
 * Limits how many holds callers at one network address can make, how many free orders guests at one network address can
 * make, and how many such orders can send mails to one mailbox.
 */
async function countOrder(deps: Deps, wanted: WantedOrder, address: string): Promise<void> {
  if (wanted.hold_until) await countUse(deps, 'hold_address', address);
  else if (wanted.user_id === null) {
    await countUse(deps, 'guest_order_address', address);
    await countUse(deps, 'guest_order_mailbox', wanted.buyer_email.toLowerCase());
  }
}

/**
 * Finds the buyer's hold that the new order replaces. Returns null if this hold has ended, because then there is
 * nothing to give back.
 */
async function findReplaced(db: Db, body: OrderBody, buyer: Buyer): Promise<number | null> {
  if (body.replaces === undefined) return null;
  const order = await findOrderByNumber(db, body.replaces);
  const isOwn =
    buyer.userId === null
      ? order?.user_id === null && order.device_hash !== null && buyer.deviceHash?.equals(order.device_hash)
      : order?.user_id === buyer.userId;
  if (!order || !isOwn || order.event_id !== body.event_id) throw new ApiError('order_not_found');
  if (order.status === 'confirmed') throw new ApiError('order_not_held');
  return order.status === 'held' ? order.id : null;
}

async function answer(deps: Deps, buyer: Buyer, outcome: SaleOutcome) {
  if ('refused' in outcome) throw describeRefusal(outcome);
  if ('known' in outcome && !outcome.same) throw new ApiError('idempotency_key_reused');
  const id = 'sold' in outcome ? outcome.sold : outcome.known;
  const order = await findOrderById(deps.db, id);
  if (!order) throw new ApiError('order_not_found');
  const shown = presentOrder(order, await listTicketsOfOrder(deps.db, id), { withCodes: true });
  const key = buyer.userId === null ? { key: deriveOrderKey(deps.sessionSecret, order) } : {};
  return { isNew: 'sold' in outcome, order: { ...shown, ...key } };
}
