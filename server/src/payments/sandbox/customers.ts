import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from './api-call.ts';
import { invalidRequest } from './api-errors.ts';
import { recordEvents } from './events.ts';
import { buildCustomer } from './objects/customer.ts';
import { mergeMetadata, type Params } from './params.ts';
import { getObject, insertObjects, updateObject } from './store.ts';
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

function readEmail(params: Params): string | undefined {
  const email = params.text('email');
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  return email;
}
