import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from './api-call.ts';
import { invalidRequest } from './api-errors.ts';
import { recordEvents } from './events.ts';
import { buildCustomer, eraseCustomer } from './objects/customer.ts';
import { mergeMetadata, type Params } from './params.ts';
import { detachMethodsOf } from './payment-methods.ts';
import { getObject, insertObjects, isDeleted, updateObject } from './store.ts';
import type { Work } from './work.ts';

export async function createCustomer(work: Work, { params }: ApiCall): Promise<ApiAnswer> {
  const customer = buildCustomer({
    now: work.now,
    email: readEmail(params) ?? null,
    name: params.text('name') ?? null,
    phone: params.text('phone') ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata() ?? {},
  });
  await insertObjects(work, [{ object: customer }]);
  await recordEvents(work, [{ type: 'customer.created', object: customer }]);
  return answer(customer);
}

/** Given fields replace, empty ones are cleared, absent ones stay. */
export async function updateCustomer(work: Work, call: ApiCall): Promise<ApiAnswer> {
  const { params } = call;
  const { object } = await getObject(work, 'customer', call.pathPart('id'), { lock: 'lock' });
  const updated: Stripe.Customer = {
    ...object,
    ...(params.has('email') ? { email: readEmail(params) ?? null } : {}),
    ...(params.has('name') ? { name: params.text('name') ?? null } : {}),
    ...(params.has('phone') ? { phone: params.text('phone') ?? null } : {}),
    ...(params.has('description') ? { description: params.text('description') ?? null } : {}),
    metadata: mergeMetadata(object.metadata, params.metadata()),
  };
  await updateObject(work, updated);
  await recordEvents(work, [{ type: 'customer.updated', object: updated }]);
  return answer(updated);
}

/** Of a deleted customer it is still told that there was one. */
export async function retrieveCustomer(work: Work, call: ApiCall): Promise<ApiAnswer> {
  const id = call.pathPart('id');
  if (await isDeleted(work, 'customer', id)) return answer(describeDeleted(id));
  return answer((await getObject(work, 'customer', id)).object);
}

/** Forgets the customer, and lets go of the cards that were kept for them. */
export async function deleteCustomer(work: Work, call: ApiCall): Promise<ApiAnswer> {
  const { object } = await getObject(work, 'customer', call.pathPart('id'), { lock: 'lock' });
  await updateObject(work, eraseCustomer(object), { hidden: { deleted: true } });
  await detachMethodsOf(work, object.id);
  await recordEvents(work, [{ type: 'customer.deleted', object }]);
  return answer(describeDeleted(object.id));
}

function describeDeleted(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true };
}

function readEmail(params: Params): string | undefined {
  const email = params.text('email');
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  return email;
}
