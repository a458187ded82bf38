import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from '../api/api-call.ts';
import { invalidRequest } from '../api/sandbox-error.ts';
import { recordEvents } from '../webhooks/events.ts';
import { buildCustomer, eraseCustomer } from '../objects/customer.ts';
import { mergeMetadata, type Params } from '../api/params.ts';
import { detachMethodsOf } from './payment-methods.ts';
import { getObject, insertObjects, isDeleted, updateObject } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

export async function createCustomer(tx: SandboxTransaction, { params }: ApiCall): Promise<ApiAnswer> {
  const customer = buildCustomer({
    now: tx.now,
    email: readEmail(params) ?? null,
    name: params.text('name') ?? null,
    phone: params.text('phone') ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata() ?? {},
  });
  await insertObjects(tx, [{ object: customer }]);
  await recordEvents(tx, [{ type: 'customer.created', object: customer }]);
  return answer(customer);
}

/**
 * Updates a customer. A given field replaces the old value, an empty field clears the value, and a missing field
 * changes nothing.
 */
export async function updateCustomer(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const { params } = call;
  const { object } = await getObject(tx, 'customer', call.pathPart('id'), { lock: 'lock' });
  const updated: Stripe.Customer = {
    ...object,
    ...(params.has('email') ? { email: readEmail(params) ?? null } : {}),
    ...(params.has('name') ? { name: params.text('name') ?? null } : {}),
    ...(params.has('phone') ? { phone: params.text('phone') ?? null } : {}),
    ...(params.has('description') ? { description: params.text('description') ?? null } : {}),
    metadata: mergeMetadata(object.metadata, params.metadata()),
  };
  await updateObject(tx, updated);
  await recordEvents(tx, [{ type: 'customer.updated', object: updated }]);
  return answer(updated);
}

/** Returns a customer. For a deleted customer, the response is a stub with `deleted: true` instead of a 404. */
export async function retrieveCustomer(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const id = call.pathPart('id');
  if (await isDeleted(tx, 'customer', id)) return answer(describeDeleted(id));
  return answer((await getObject(tx, 'customer', id)).object);
}

export async function deleteCustomer(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const { object } = await getObject(tx, 'customer', call.pathPart('id'), { lock: 'lock' });
  await updateObject(tx, eraseCustomer(object), { hidden: { deleted: true } });
  await detachMethodsOf(tx, object.id);
  await recordEvents(tx, [{ type: 'customer.deleted', object }]);
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
