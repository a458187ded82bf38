import type { Db, Tx } from '../../db/connect.ts';
import type { OrderStatus } from '../../db/order-tables.ts';

export const orderColumns = [
  'id',
  'event_id',
  'user_id',
  'status',
  'placed_at',
  'hold_expires_at',
  'is_single',
] as const;

export function findOrder(db: Db | Tx, id: number) {
  return db.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst();
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/**
 * Locks an order and returns its status. To avoid a deadlock, lock its payment and refunds first, and its tickets
 * afterwards.
 */
export async function lockOrder(tx: Tx, id: number): Promise<OrderStatus | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return order?.status;
}

function selectSingleOrderOf(db: Db | Tx, eventId: number, userId: number) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('is_single', '=', true);
}

export function findSingleOrderOf(db: Db | Tx, eventId: number, userId: number) {
  return selectSingleOrderOf(db, eventId, userId).executeTakeFirst();
}

/**
 * Finds the order that the user made with the older API for the event, and locks the order's row. Lock the order's
 * payment first, as every sale does, because otherwise two sales could deadlock.
 */
export function lockSingleOrderOf(tx: Tx, eventId: number, userId: number) {
  return selectSingleOrderOf(tx, eventId, userId)
    .select(['made_by', 'buyer_email'])
    .forUpdate()
    .executeTakeFirst();
}

export function lockOrderToPay(tx: Tx, id: number) {
  return tx
    .selectFrom('orders')
    .select(['status', 'hold_expires_at', 'total_pence', 'more_time_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function listDueHolds(db: Db, now: Date, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('hold_expires_at', '<=', now)
    .where('status', '=', 'held')
    .where('id', '>', after)
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}
