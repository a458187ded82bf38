import { invalidRequest } from './api-errors.ts';
import { buildList } from './lists.ts';
import { findObject, listObjects } from './store.ts';
import type { ObjectType } from './objects/objects.ts';
import type { Work } from './work.ts';

const MAX_DEPTH = 4;
const LIST_LENGTH = 10;

/** Which fields hold the id of what. */
const REFERENCES: Record<string, ObjectType> = {
  charge: 'charge',
  customer: 'customer',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** Replaces the ids that `expand` names by their objects, along paths such as `payment_intent.latest_charge`. */
export async function expandAnswer(work: Work, body: object, paths: string[]): Promise<object> {
  let expanded = body;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
        'expand',
      );
    }
    expanded = await expandPath(work, expanded, steps, path);
  }
  return expanded;
}

async function expandPath(work: Work, object: object, steps: string[], path: string): Promise<object> {
  const [step, ...further] = steps;
  if (step === undefined) return object;
  if (step === 'data' && 'data' in object && Array.isArray(object.data)) {
    const data = await Promise.all(object.data.map((item: object) => expandPath(work, item, further, path)));
    return { ...object, data };
  }
  const value = await findExpansion(work, object, step, path);
  if (value === null) return object;
  return { ...object, [step]: await expandPath(work, value, further, path) };
}

/** What stands in the field once expanded; null when the field is empty and stays so. */
async function findExpansion(
  work: Work,
  object: object,
  field: string,
  path: string,
): Promise<object | null> {
  const present: unknown = Reflect.get(object, field);
  if (typeof present === 'object' && present !== null) return present;
  const included = await findIncludable(work, object, field);
  if (included !== undefined) return included;
  const type = REFERENCES[field];
  if (type === undefined || !(field in object)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
  }
  if (typeof present !== 'string') return null;
  return (await findObject(work, type, present))?.object ?? null;
}

/** Lists that are left out of an object unless they are asked for. */
async function findIncludable(work: Work, object: object, field: string): Promise<object | undefined> {
  if (!('id' in object && 'object' in object && typeof object.id === 'string')) return undefined;
  if (object.object === 'checkout.session' && field === 'line_items') {
    const stored = await findObject(work, 'checkout.session', object.id);
    const items = stored?.hidden.lineItems ?? [];
    const url = `/v1/checkout/sessions/${object.id}/line_items`;
    return buildList(url, items.slice(0, LIST_LENGTH), items.length > LIST_LENGTH);
  }
  if (object.object === 'charge' && field === 'refunds') {
    const paging = { limit: LIST_LENGTH, after: undefined, before: undefined };
    const { objects, hasMore } = await listObjects(work, 'refund', { charge: object.id }, paging);
    return buildList(`/v1/charges/${object.id}/refunds`, objects, hasMore);
  }
  return undefined;
}
