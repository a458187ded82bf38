import type { Db, Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { findRole } from '../teams/teams.queries.ts';
import { isOrderKey } from '../../mail/link-keys.ts';
import { findShownEmail } from './lists/lists.queries.ts';
import { mayWithOrder, type OrderAction, type OrderStanding } from './orders.policy.ts';
import { findOrderByNumber, type OrderDetails } from './orders.details.queries.ts';

/**
 * A caller who asks for an order: an account, a person who has the order's key, or an account that also has the key.
 */
export interface OrderCaller {
  actor: Actor | null;
  key: string | undefined;
  /** The secret from which the keys of orders are derived. */
  siteSecret: Uint8Array;
}

/**
 * Gets the order with this number if the caller may do `action` to it. Throws 404 if the caller may not know of the
 * order, and 403 if the caller may see the order but not do `action`.
 */
export async function getOrderFor(
  db: Db | Tx,
  caller: OrderCaller,
  action: OrderAction,
  number: string,
): Promise<{ order: OrderDetails; standing: OrderStanding }> {
  const order = await findOrderByNumber(db, number);
  if (!order) throw new ApiError('order_not_found');
  const standing = await findOrderStanding(db, caller, order);
  if (!mayWithOrder('read', standing)) throw new ApiError('order_not_found');
  if (!mayWithOrder(action, standing)) throw new ApiError('forbidden');
  return { order, standing };
}

async function findOrderStanding(
  db: Db | Tx,
  { actor, key, siteSecret }: OrderCaller,
  order: OrderDetails,
): Promise<OrderStanding> {
  return {
    isBuyer: actor !== null && actor.id === order.user_id,
    hasKey: isOrderKey(siteSecret, order, key),
    role: actor && order.team_id ? await findRole(db, order.team_id, actor.id) : undefined,
    isSiteAdmin: actor?.isSiteAdmin ?? false,
  };
}

/**
 * Returns the buyer's email address if the caller may read it, or otherwise the address that the team typed. The team
 * must not learn the address of an account that it registered by username.
 */
export function findBuyerEmail(
  { actor }: OrderCaller,
  { order, standing }: { order: OrderDetails; standing: OrderStanding },
  tickets: readonly { attendee_email: string | null }[],
): string | null {
  if (mayWithOrder('use', standing) || !actor) return order.buyer_email;
  return findShownEmail(actor, order, tickets.at(-1)?.attendee_email ?? null);
}
