import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from '../api/api-call.ts';
import { invalidRequest, missingParam, noSuchObject } from '../api/sandbox-error.ts';
import { findTestCardByToken, makeCardOnFile, type CardOnFile } from './test-cards.ts';
import { recordEvents } from '../webhooks/events.ts';
import { buildList, readPaging } from '../api/lists.ts';
import { buildPaymentMethod } from '../objects/payment-method.ts';
import { findObject, getObject, insertObjects, listObjects, updateObject } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

interface MethodWithCard {
  method: Stripe.PaymentMethod;
  card: CardOnFile;
}

/**
 * Gets a payment method by its id. An id such as `pm_card_visa` stands for a test card, and creates a new payment
 * method.
 */
export async function getMethodWithCard(tx: SandboxTransaction, id: string): Promise<MethodWithCard> {
  const testCard = findTestCardByToken(id);
  if (testCard) {
    const expiry = { month: 12, year: tx.now.getUTCFullYear() + 3 };
    const card = makeCardOnFile(testCard, expiry);
    const method = buildPaymentMethod({ now: tx.now, card, email: null, name: null });
    await insertObjects(tx, [{ object: method, hidden: { card } }]);
    return { method, card };
  }
  const stored = await findObject(tx, 'payment_method', id, 'lock');
  if (!stored?.hidden.card) throw noSuchObject('PaymentMethod', id, 'payment_method', 400);
  return { method: stored.object, card: stored.hidden.card };
}

export async function attachPaymentMethod(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const customer = call.params.requiredText('customer');
  await getObject(tx, 'customer', customer, { param: 'customer' });
  const { method } = await getMethodWithCard(tx, call.pathPart('id'));
  if (method.customer !== null && method.customer !== customer) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  }
  const attached: Stripe.PaymentMethod = { ...method, customer };
  await updateObject(tx, attached);
  await recordEvents(tx, [{ type: 'payment_method.attached', object: attached }]);
  return answer(attached);
}

export async function detachMethodsOf(tx: SandboxTransaction, customer: string): Promise<void> {
  const everything = { limit: 1000, after: undefined, before: undefined };
  const { objects } = await listObjects(tx, 'payment_method', { customer }, everything);
  for (const method of objects) await updateObject(tx, { ...method, customer: null });
}

export async function listPaymentMethods(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const customer = call.params.text('customer');
  if (customer === undefined) throw missingParam('customer');
  return listMethodsOf(tx, call, customer, '/v1/payment_methods');
}

export async function listCustomerPaymentMethods(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const customer = call.pathPart('id');
  return listMethodsOf(tx, call, customer, `/v1/customers/${customer}/payment_methods`);
}

async function listMethodsOf(
  tx: SandboxTransaction,
  call: ApiCall,
  customer: string,
  url: string,
): Promise<ApiAnswer> {
  await getObject(tx, 'customer', customer, { param: 'customer' });
  call.params.oneOf('type', ['card']);
  const { objects, hasMore } = await listObjects(tx, 'payment_method', { customer }, readPaging(call.params));
  return answer(buildList(url, objects, hasMore));
}
