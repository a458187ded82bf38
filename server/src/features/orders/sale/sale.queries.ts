import type { Db } from '../../../db/connect.ts';
import { hot } from '../../../db/hot.ts';

/** Finds the order that an earlier request with the same idempotency key made. */
export function findKnownOrder(db: Db, eventId: number, key: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'body_hash'])
    .modifyFront(hot)
    .where('event_id', '=', eventId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Finds the name and the email address of an account that buys tickets. */
export function findBuyer(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['username', 'email'])
    .modifyFront(hot)
    .where('id', '=', userId)
    .executeTakeFirst();
}
