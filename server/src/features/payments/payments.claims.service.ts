import type { Tx } from '../../db/connect.ts';

/** Locks all payments of these orders. Call this before locking the orders, as every sale locks the payment first. */
export async function lockPaymentsOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Makes the user the payer of a guest's orders, so that the mails about refunds go to the account. */
export async function givePaymentsTo(tx: Tx, userId: number, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('payments')
    .set({ user_id: userId })
    .where('order_id', 'in', orderIds)
    .where('user_id', 'is', null)
    .execute();
}
