import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { hot } from '../../db/hot.ts';
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

/** Whether the user has or had an order for the event, from either API. */
export async function hasOrder(db: Db | Tx, eventId: number, userId: number): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** An active order that `POST /orders` made. */
export interface ActiveWebOrder {
  number: string;
  status: 'held' | 'confirmed';
}

/**
 * Keeps everybody else from opening a hold of the user for the event until the commit. Returns the user's active order
 * that the older API did not make, a hold first. Call this before locking orders of the user.
 */
export async function lockBuyer(tx: Tx, eventId: number, userId: number): Promise<ActiveWebOrder | null> {
  const { rows } = await sql<{ active: ActiveWebOrder | null }>`
    ${hot} select lock_buyer(${eventId}, ${userId}) as active`.execute(tx);
  return rows[0]?.active ?? null;
}

/**
 * Finds the order that the user made with the older API for the event, and locks the order's row. Lock the order's
 * payment first, as every sale does, because otherwise two sales could deadlock.
 */
export function lockSingleOrderOf(tx: Tx, eventId: number, userId: number) {
  return tx
    .selectFrom('orders')
    .select([...orderColumns, 'made_by', 'buyer_email'])
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('is_single', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

export function lockOrderToPay(tx: Tx, id: number) {
  return tx
    .selectFrom('orders')
    .select(['status', 'hold_expires_at', 'total_pence', 'more_time_at', 'held_since', 'placed_at'])
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
