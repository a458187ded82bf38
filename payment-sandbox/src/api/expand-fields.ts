import { invalidRequest } from './sandbox-error.ts';
import { buildList } from './lists.ts';
import { findObject, listObjects } from '../objects/object-store.ts';
import type { ObjectType } from '../objects/objects.ts';
import type { SandboxTransaction } from '../transaction.ts';

const MAX_DEPTH = 4;
const LIST_LENGTH = 10;

/** The fields that contain the id of another object, with the type of that object. */
const REFERENCES: Record<string, ObjectType> = {
  charge: 'charge',
  customer: 'customer',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** Replaces the id at each of the paths, such as `payment_intent.latest_charge`, with the object that has this id. */
export async function expandAnswer(tx: SandboxTransaction, body: object, paths: string[]): Promise<object> {
  let expanded = body;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
        'expand',
      );
    }
    expanded = await expandPath(tx, expanded, steps, path);
  }
  return expanded;
}

async function expandPath(
  tx: SandboxTransaction,
  object: object,
  steps: string[],
  path: string,
): Promise<object> {
  const [step, ...further] = steps;
  if (step === undefined) return object;
  if (step === 'data' && 'data' in object && Array.isArray(object.data)) {
    const data = await Promise.all(object.data.map((item: object) => expandPath(tx, item, further, path)));
    return { ...object, data };
  }
  const value = await findExpansion(tx, object, step, path);
  if (value === null) return object;
  return { ...object, [step]: await expandPath(tx, value, further, path) };
}

/** Finds the object that replaces the id in a field. Returns null when the field is empty. */
async function findExpansion(
  tx: SandboxTransaction,
  object: object,
  field: string,
  path: string,
): Promise<object | null> {
  const present: unknown = Reflect.get(object, field);
  if (typeof present === 'object' && present !== null) return present;
  const included = await findIncludable(tx, object, field);
  if (included !== undefined) return included;
  const type = REFERENCES[field];
  if (type === undefined || !(field in object)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  }
  if (typeof present !== 'string') return null;
  return (await findObject(tx, type, present))?.object ?? null;
}

/**
 * Finds the value of a field that an answer contains only on request. There are two: the line items of a session, and
 * the refunds of a charge.
 */
async function findIncludable(
  tx: SandboxTransaction,
  object: object,
  field: string,
): Promise<object | undefined> {
  if (!('id' in object && 'object' in object && typeof object.id === 'string')) return undefined;
  if (object.object === 'checkout.session' && field === 'line_items') {
    const stored = await findObject(tx, 'checkout.session', object.id);
    const items = stored?.hidden.lineItems ?? [];
    const url = `/v1/checkout/sessions/${object.id}/line_items`;
    return buildList(url, items.slice(0, LIST_LENGTH), items.length > LIST_LENGTH);
  }
  if (object.object === 'charge' && field === 'refunds') {
    const paging = { limit: LIST_LENGTH, after: undefined, before: undefined };
    const { objects, hasMore } = await listObjects(tx, 'refund', { charge: object.id }, paging);
    return buildList(`/v1/charges/${object.id}/refunds`, objects, hasMore);
  }
  return undefined;
}
