import { noSuchObject } from '../api/sandbox-error.ts';
import {
  isObject,
  toSeconds,
  type HiddenFacts,
  type ObjectOf,
  type ObjectType,
  type SandboxObject,
} from './objects.ts';
import type { SandboxTransaction } from '../transaction.ts';

export interface Stored<T extends SandboxObject> {
  object: T;
  hidden: HiddenFacts;
  dueAt: Date | null;
}

export interface NewObject {
  object: SandboxObject;
  hidden?: HiddenFacts;
  dueAt?: Date;
}

export async function insertObjects(tx: SandboxTransaction, objects: NewObject[]): Promise<void> {
  const rows = objects.map(({ object, hidden, dueAt }) => ({
    id: object.id,
    type: object.object,
    data: JSON.stringify(object),
    hidden: JSON.stringify(hidden ?? {}),
    due_at: dueAt ?? null,
    created_at: tx.now,
  }));
  await tx.db.insertInto('sandbox_objects').values(rows).execute();
}

export async function updateObject(
  tx: SandboxTransaction,
  object: SandboxObject,
  change: { hidden?: HiddenFacts; dueAt?: Date | null } = {},
): Promise<void> {
  await tx.db
    .updateTable('sandbox_objects')
    .set({
      data: JSON.stringify(object),
      ...(change.hidden === undefined ? {} : { hidden: JSON.stringify(change.hidden) }),
      ...(change.dueAt === undefined ? {} : { due_at: change.dueAt }),
    })
    .where('id', '=', object.id)
    .execute();
}

/**
 * Finds an object that was not deleted. With `lock`, no other transaction can change the object until this transaction
 * ends. Lock a session before its payment intent, and the intent before its charge, to avoid deadlocks.
 */
export async function findObject<T extends ObjectType>(
  tx: SandboxTransaction,
  type: T,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<Stored<ObjectOf<T>> | undefined> {
  const query = tx.db.selectFrom('sandbox_objects').select(['data', 'hidden', 'due_at']).where('id', '=', id);
  const row = await (lock === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined || row.hidden.deleted || !isObject(type, row.data)) return undefined;
  return { object: row.data, hidden: row.hidden, dueAt: row.due_at };
}

export async function isDeleted(tx: SandboxTransaction, type: ObjectType, id: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('sandbox_objects')
    .select('hidden')
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst();
  return row?.hidden.deleted ?? false;
}

/**
 * Gets an object. Throws for a missing object: 404 when the id came from the path, 400 when the id came from a
 * parameter.
 */
export async function getObject<T extends ObjectType>(
  tx: SandboxTransaction,
  type: T,
  id: string,
  options: { lock?: 'lock'; param?: string } = {},
): Promise<Stored<ObjectOf<T>>> {
  const found = await findObject(tx, type, id, options.lock);
  if (found) return found;
  const param = options.param ?? (type === 'payment_intent' ? 'intent' : 'id');
  throw noSuchObject(type, id, param, options.param === undefined ? 404 : 400);
}

export interface ObjectFilter {
  status?: string;
  payment_intent?: string;
  charge?: string;
  customer?: string;
  email?: string;
  createdFrom?: Date;
  createdBefore?: Date;
}

export interface Paging {
  limit: number;
  after: string | undefined;
  before: string | undefined;
}

/** Lists objects of a type, newest first. `hasMore` is true when more objects follow this page. */
export async function listObjects<T extends ObjectType>(
  tx: SandboxTransaction,
  type: T,
  filter: ObjectFilter,
  paging: Paging,
): Promise<{ objects: ObjectOf<T>[]; hasMore: boolean }> {
  let query = tx.db
    .selectFrom('sandbox_objects')
    .select('data')
    .where('type', '=', type)
    .where((eb) => eb.ref('hidden', '->>').key('deleted'), 'is', null);
  const { email, createdFrom, createdBefore, ...columns } = filter;
  if (columns.status !== undefined) query = query.where('status', '=', columns.status);
  if (columns.payment_intent !== undefined)
    query = query.where('payment_intent', '=', columns.payment_intent);
  if (columns.charge !== undefined) query = query.where('charge', '=', columns.charge);
  if (columns.customer !== undefined) query = query.where('customer', '=', columns.customer);
  if (email !== undefined) {
    query = query.where((eb) => eb(eb.ref('data', '->>').key('email'), '=', email));
  }
  if (createdFrom !== undefined) query = query.where('created_at', '>=', createdFrom);
  if (createdBefore !== undefined) query = query.where('created_at', '<', createdBefore);
  const cursor = paging.after ?? paging.before;
  if (cursor !== undefined) {
    query = query.where('seq', paging.after === undefined ? '>' : '<', (eb) =>
      eb.selectFrom('sandbox_objects').select('seq').where('id', '=', cursor),
    );
  }
  const backwards = paging.after === undefined && paging.before !== undefined;
  const rows = await query
    .orderBy('seq', backwards ? 'asc' : 'desc')
    .limit(paging.limit + 1)
    .execute();
  const objects = rows.flatMap((row) => (isObject(type, row.data) ? [row.data] : [])).slice(0, paging.limit);
  return { objects: backwards ? objects.toReversed() : objects, hasMore: rows.length > paging.limit };
}

export function secondsNow(tx: SandboxTransaction): number {
  return toSeconds(tx.now);
}
