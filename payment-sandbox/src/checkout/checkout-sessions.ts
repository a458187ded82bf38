import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from '../api/api-call.ts';
import { invalidRequest, missingParam } from '../api/sandbox-error.ts';
import {
  readAllowedTypes,
  readExpiresAt,
  readIntentData,
  readLineItems,
  readSavedMethodOptions,
} from './checkout-params.ts';
import { recordEvents } from '../webhooks/events.ts';
import { makeId } from '../objects/ids.ts';
import { buildList, readPaging } from '../api/lists.ts';
import { buildCheckoutSession } from '../objects/checkout-session.ts';
import { idOf } from '../objects/objects.ts';
import type { Params } from '../api/params.ts';
import { cancelIntentOfSession } from '../payments/payment-intents.ts';
import { getObject, insertObjects, updateObject } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

export async function createCheckoutSession(tx: SandboxTransaction, { params }: ApiCall): Promise<ApiAnswer> {
  if (params.oneOf('mode', ['payment']) === undefined) throw missingParam('mode');
  params.oneOf('ui_mode', ['hosted_page']);
  const successUrl = params.url('success_url');
  if (successUrl === undefined) throw missingParam('success_url');
  const { items, products, currency, total } = readLineItems(tx, params);
  const id = makeId('cs_test');
  const expiresAt = readExpiresAt(tx, params);
  const session = buildCheckoutSession({
    id,
    url: `${tx.context.publicUrl}/sandbox/pay/${id}`,
    now: tx.now,
    expiresAt,
    amountTotal: total,
    currency,
    successUrl,
    cancelUrl: params.url('cancel_url') ?? null,
    clientReferenceId: params.text('client_reference_id') ?? null,
    ...(await readBuyer(tx, params)),
    allowedTypes: readAllowedTypes(params),
    locale: params.text('locale') ?? null,
    submitType: params.oneOf('submit_type', ['auto', 'book', 'donate', 'pay']) ?? null,
    billingAddressCollection: params.oneOf('billing_address_collection', ['auto', 'required']) ?? null,
    savedMethodOptions: readSavedMethodOptions(params.child('saved_payment_method_options')),
    metadata: params.metadata() ?? {},
  });
  const intentData = readIntentData(params.child('payment_intent_data'));
  const dueAt = new Date(expiresAt * 1000);
  await insertObjects(tx, [{ object: session, hidden: { lineItems: items, products, intentData }, dueAt }]);
  return answer(session);
}

async function readBuyer(tx: SandboxTransaction, params: Params) {
  const customer = params.text('customer') ?? null;
  const customerEmail = params.text('customer_email') ?? null;
  const creation = params.oneOf('customer_creation', ['always', 'if_required']);
  if (customer === null) return { customer, customerEmail, customerCreation: creation ?? 'if_required' };
  if (customerEmail !== null || creation !== undefined) {
    const other = customerEmail === null ? 'customer_creation' : 'customer_email';
    throw invalidRequest(`You may only specify one of these parameters: customer, ${other}.`, other);
  }
  await getObject(tx, 'customer', customer, { param: 'customer' });
  return { customer, customerEmail, customerCreation: null };
}

export async function listSessionLineItems(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const id = call.pathPart('id');
  const { hidden } = await getObject(tx, 'checkout.session', id);
  const paging = readPaging(call.params);
  const items = hidden.lineItems ?? [];
  const start = items.findIndex((item) => item.id === paging.after) + 1;
  const page = items.slice(start, start + paging.limit);
  const url = `/v1/checkout/sessions/${id}/line_items`;
  return answer(buildList(url, page, start + paging.limit < items.length));
}

export async function expireCheckoutSession(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const { object } = await getObject(tx, 'checkout.session', call.pathPart('id'), { lock: 'lock' });
  if (object.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${object.status}\`.`,
    );
  }
  return answer(await expireSession(tx, object));
}

/**
 * Expires an open session and cancels its payment intent, if the session has one. The caller must have locked the
 * session.
 */
export async function expireSession(
  tx: SandboxTransaction,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  await updateObject(tx, expired, { dueAt: null });
  const intent = idOf(session.payment_intent);
  if (intent !== null) await cancelIntentOfSession(tx, intent);
  await recordEvents(tx, [{ type: 'checkout.session.expired', object: expired }]);
  return expired;
}
