import type { Tx } from '../../db/connect.ts';

/** Nobody can pay it any more. */
export async function expirePayment(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', 'in', ['starting', 'open'])
    .execute();
}
