import { settleSessionPayment } from './checkout-payments.ts';
import { expireSession } from './checkout-sessions.ts';
import { isObject, type ObjectOf, type ObjectType } from './objects/objects.ts';
import { settleRefund } from './refunds.ts';
import { findObject, getObject, type Stored } from './store.ts';
import type { Work } from './work.ts';

const BATCH = 50;

/** Reads an object as it is by now: what was due to change by itself has changed. */
export async function getSettledObject<T extends ObjectType>(
  work: Work,
  type: T,
  id: string,
): Promise<Stored<ObjectOf<T>>> {
  const found = await getObject(work, type, id);
  if (!isDue(work, found.dueAt)) return found;
  await settleObject(work, type, id);
  return getObject(work, type, id);
}

/** Changes what is due, at most 50 objects, and leaves what another process is already changing. */
export async function settleDueObjects(work: Work): Promise<number> {
  const due = await work.db
    .selectFrom('sandbox_objects')
    .select(['id', 'type'])
    .where('due_at', '<=', work.now)
    .orderBy('due_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, type } of due) await settleObject(work, type, id);
  return due.length;
}

async function settleObject(work: Work, type: ObjectType, id: string): Promise<void> {
  const found = await findObject(work, type, id, 'lock');
  // Whoever held the lock before may have changed it already.
  if (!found || !isDue(work, found.dueAt)) return;
  const { object, hidden } = found;
  if (isObject('refund', object)) {
    await settleRefund(work, object, hidden.settlesAs ?? 'succeeded');
  } else if (isObject('checkout.session', object)) {
    if (object.status === 'open') await expireSession(work, object);
    else await settleSessionPayment(work, object, hidden.settlesAs ?? 'succeeded');
  }
}

function isDue(work: Work, dueAt: Date | null): boolean {
  return dueAt !== null && dueAt <= work.now;
}
