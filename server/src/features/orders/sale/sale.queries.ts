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
    .select(['username', 'name', 'email'])
    .modifyFront(hot)
    .where('id', '=', userId)
    .executeTakeFirst();
}

/**
 * Whether a remembered refusal no longer applies to this request: the buyer has a hold at the event or an order with
 * this key, enough tickets are free, or the event is not public any more. Reads without locks, so that refused buyers
 * in a rush do not wait for sales.
 */
export async function isRefusalOutdated(
  db: Db,
  { eventId, typeId, count }: { eventId: number; typeId: number; count: number },
  { key, userId, deviceHash }: { key: string; userId: number | null; deviceHash: Buffer | null },
): Promise<boolean> {
  const { rows } = await sql`
    ${hot} select id from orders where event_id = ${eventId} and idempotency_key = ${key}
    union all
    select id from orders where event_id = ${eventId} and user_id = ${userId}::bigint and status = 'held'
    union all
    select id from orders
    where event_id = ${eventId} and device_hash = ${deviceHash}::bytea and user_id is null and status = 'held'
    union all
    select events.id from events left join ticket_types type on type.id = ${typeId} and type.event_id = events.id
    where events.id = ${eventId} and (
      events.status <> 'published' or not events.is_public
      or coalesce(events.max_attendees - events.seats_taken, ${count}) >= ${count}
        and coalesce(type.quantity - type.sold, ${count}) >= ${count}
    )
    limit 1`.execute(db);
  return rows.length > 0;
}
