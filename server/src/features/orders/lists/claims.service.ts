import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { prepare } from '../../../db/hot.ts';

/**
 * Selects the orders that the user made as a guest with the account's email address. Orders that were never confirmed
 * are left out, because a hold belongs to the device that pays for it.
 */
function selectClaimable(db: Db | Tx, userId: number) {
  return db
    .selectFrom('orders')
    .where('orders.user_id', 'is', null)
    .where('orders.confirmed_at', 'is not', null)
    .where(sql<boolean>`lower(orders.buyer_email) = (select lower(email) from users where id = ${userId})`);
}

const countClaimable = prepare((db, { userId }: { userId: number }) =>
  selectClaimable(db, userId)
    .where(sql<boolean>`exists (select from users where id = ${userId} and email_verified_at is not null)`)
    .select((select) => select.fn.countAll<number>().as('count')),
);

/** Counts the orders that the user can claim. Returns 0 while the user's email address is not verified. */
export async function countClaimableOrders(db: Db, userId: number): Promise<number> {
  const [row] = await countClaimable(db, { userId });
  return row?.count ?? 0;
}

export const maxClaimedAtOnce = 100;

export async function listClaimableOrders(tx: Tx, userId: number): Promise<number[]> {
  const rows = await selectClaimable(tx, userId)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(maxClaimedAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Moves guest orders into the account and returns the moved orders. If two requests claim the same orders at once, the
 * second waits for the locks and moves nothing. The orders keep their email address, so the limits per buyer still
 * count their tickets.
 */
export async function giveOrdersTo(tx: Tx, userId: number, orderIds: readonly number[]) {
  const claimable = selectClaimable(tx, userId).select('orders.id').where('orders.id', 'in', orderIds);
  return tx
    .updateTable('orders')
    .set({ user_id: userId })
    .where('id', 'in', claimable.orderBy('orders.id').forUpdate())
    .returning(['id', 'number', 'event_id'])
    .execute();
}
