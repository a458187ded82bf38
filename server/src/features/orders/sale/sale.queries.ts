import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { hot } from '../../../db/hot.ts';

export function findKnownOrder(db: Db, eventId: number, key: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'body_hash'])
    .modifyFront(hot)
    .where('event_id', '=', eventId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export function findBuyer(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['username', 'email'])
    .modifyFront(hot)
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Whether this buyer has a hold at the event, or an order with this idempotency key. */
export async function hasOwnOrder(
  db: Db,
  eventId: number,
  { key, userId, deviceHash }: { key: string; userId: number | null; deviceHash: Buffer | null },
): Promise<boolean> {
  const { rows } = await sql`
    ${hot} select id from orders where event_id = ${eventId} and idempotency_key = ${key}
    union all
    select id from orders where event_id = ${eventId} and user_id = ${userId}::bigint and status = 'held'
    union all
    select id from orders
    where event_id = ${eventId} and device_hash = ${deviceHash}::bytea and user_id is null and status = 'held'
    limit 1`.execute(db);
  return rows.length > 0;
}
