import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { giveOrdersTo, listClaimableOrders, maxClaimedAtOnce } from '../orders/lists/claims.service.ts';
import { givePaymentsTo, lockPaymentsOf } from '../payments/payments.claims.service.ts';
import { lockUser } from '../users/users.queries.ts';

/**
 * Moves the orders that guests made with the user's verified email address into the account. Only the user may do so.
 * Returns the number of orders. Links in the mails about these orders keep working.
 */
export async function claimOrders(deps: Deps, actor: Actor, userId: number): Promise<number> {
  if (actor.id !== userId) throw new ApiError('forbidden');
  let claimed = 0;
  for (let found = maxClaimedAtOnce; found === maxClaimedAtOnce;) {
    const moved = await deps.db.transaction().execute((tx) => claimPage(deps, tx, actor));
    claimed += moved.claimed;
    found = moved.found;
  }
  return claimed;
}

async function claimPage(deps: Deps, tx: Tx, actor: Actor): Promise<{ found: number; claimed: number }> {
  // Until the commit, this lock keeps the email address verified and delays a deletion of the account.
  const user = await lockUser(tx, actor.id);
  if (!user) throw new ApiError('user_not_found');
  if (!user.email_verified) throw new ApiError('email_not_verified');
  const ids = await listClaimableOrders(tx, actor.id);
  if (ids.length === 0) return { found: 0, claimed: 0 };
  await lockPaymentsOf(tx, ids);
  const orders = await giveOrdersTo(tx, actor.id, ids);
  await givePaymentsTo(
    tx,
    actor.id,
    orders.map(({ id }) => id),
  );
  for (const { id: objectId, event_id: eventId, number } of orders) {
    const entry = { by: actor, action: 'order.claimed', objectId, eventId } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { order: number } });
  }
  return { found: ids.length, claimed: orders.length };
}
