import { finishDelayedPayment } from './checkout/checkout-payments.ts';
import { expireSession } from './checkout/checkout-sessions.ts';
import { findObject, getObject, type Stored } from './objects/object-store.ts';
import { isObject, type ObjectOf, type ObjectType } from './objects/objects.ts';
import { finishRefund } from './payments/refunds.ts';
import type { SandboxTransaction } from './transaction.ts';

const BATCH = 50;

/** Gets an object in its present state. Makes a due change first, such as the expiry of a session. */
export async function getCurrentObject<T extends ObjectType>(
  tx: SandboxTransaction,
  type: T,
  id: string,
): Promise<Stored<ObjectOf<T>>> {
  const found = await getObject(tx, type, id);
  if (!isDue(tx, found.dueAt)) return found;
  await applyDueChange(tx, type, id);
  return getObject(tx, type, id);
}

/**
 * Makes at most 50 due changes: sessions expire, and delayed payments and refunds succeed or fail. Leaves objects that
 * another process is changing to the next call.
 */
export async function applyDueChanges(tx: SandboxTransaction): Promise<number> {
  const due = await tx.db
    .selectFrom('sandbox_objects')
    .select(['id', 'type'])
    .where('due_at', '<=', tx.now)
    .orderBy('due_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, type } of due) await applyDueChange(tx, type, id);
  return due.length;
}

async function applyDueChange(tx: SandboxTransaction, type: ObjectType, id: string): Promise<void> {
  const found = await findObject(tx, type, id, 'lock');
  // Another transaction may have made the change while this transaction waited for the lock.
  if (!found || !isDue(tx, found.dueAt)) return;
  const { object, hidden } = found;
  if (isObject('refund', object)) {
    await finishRefund(tx, object, hidden.endsAs ?? 'succeeded');
  } else if (isObject('checkout.session', object)) {
    if (object.status === 'open') await expireSession(tx, object);
    else await finishDelayedPayment(tx, object, hidden.endsAs ?? 'succeeded');
  }
}

function isDue(tx: SandboxTransaction, dueAt: Date | null): boolean {
  return dueAt !== null && dueAt <= tx.now;
}
