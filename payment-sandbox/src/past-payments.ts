import type Stripe from 'stripe';
import { sql, type Kysely } from 'kysely';
import { buildCharge } from './objects/charge.ts';
import { buildCheckoutSession } from './objects/checkout-session.ts';
import { makeId } from './objects/ids.ts';
import { buildLineItem } from './objects/line-item.ts';
import { toSeconds, type SandboxObject, type HiddenFacts } from './objects/objects.ts';
import { buildPaymentIntent } from './objects/payment-intent.ts';
import { buildPaymentMethod } from './objects/payment-method.ts';
import { makeCardOnFile, TEST_CARDS } from './payments/test-cards.ts';

/** A checkout session that somebody paid by card in the past. */
export interface PastPayment {
  paidAt: Date;
  email: string;
  name: string;
  lines: readonly { name: string; description: string | null; quantity: number; unitPence: number }[];
  metadata: Record<string, string>;
  /** The pages that the buyer came back to, after paying or without paying. */
  successUrl: string;
  cancelUrl: string;
}

const currency = 'gbp';

/**
 * Stores payments with dates in the past, and returns their ids in the same order. Sends no webhooks, because the
 * caller knows of the payments.
 */
export async function insertPastPayments<Tables>(
  db: Kysely<Tables>,
  payments: readonly PastPayment[],
): Promise<{ session: string; paymentIntent: string }[]> {
  const built = payments.map(buildPastPayment);
  const rows = built.flatMap(({ objects }) => objects);
  await sql`
    insert into payment_sandbox.sandbox_objects (id, type, data, hidden, created_at)
    select id, type, data, hidden, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made (id text, type text, data jsonb, hidden jsonb, created_at timestamptz)`.execute(db);
  return built.map(({ session, paymentIntent }) => ({ session, paymentIntent }));
}

function buildPastPayment(payment: PastPayment) {
  const { paidAt: now, metadata, email, name } = payment;
  const lineItems = payment.lines.map(({ name: item, quantity, unitPence: unitAmount }) =>
    buildLineItem({ now, currency, unitAmount, quantity, name: item, metadata: {} }),
  );
  const amount = lineItems.reduce((sum, line) => sum + line.amount_total, 0);
  const open = buildOpenSession(payment, amount);
  const card = payWithFirstCard(now);
  const method = buildPaymentMethod({ now, card, email, name });
  const intentData = { metadata, description: null, receiptEmail: null, setupFutureUsage: null };
  const unpaid = buildPaymentIntent({
    id: makeId('pi'),
    now,
    amount,
    currency,
    customer: null,
    paymentMethod: null,
    allowedTypes: null,
    automaticPaymentMethods: null,
    ...intentData,
    statementDescriptorSuffix: null,
  });
  const charge = buildCharge({ now, intent: unpaid, method, card, status: 'succeeded', decline: null });
  const intent: Stripe.PaymentIntent = {
    ...unpaid,
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
    payment_method: method.id,
  };
  const session: Stripe.Checkout.Session = {
    ...open,
    payment_intent: intent.id,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  };
  const products = payment.lines.map(({ name: item, description }) => ({
    name: item,
    description,
    images: [],
  }));
  return {
    session: session.id,
    paymentIntent: intent.id,
    objects: [
      describeRow(now, session, { lineItems, products }),
      describeRow(now, intent, { checkoutSession: session.id }),
      describeRow(now, method, { card }),
      describeRow(now, charge),
    ],
  };
}

function buildOpenSession({ paidAt, email, metadata, successUrl, cancelUrl }: PastPayment, amount: number) {
  return buildCheckoutSession({
    id: makeId('cs_test'),
    url: '',
    now: paidAt,
    expiresAt: toSeconds(paidAt) + 30 * 60,
    amountTotal: amount,
    currency,
    successUrl,
    cancelUrl,
    clientReferenceId: metadata.payment ?? null,
    customer: null,
    customerEmail: email,
    customerCreation: 'if_required',
    locale: null,
    allowedTypes: ['card'],
    submitType: null,
    billingAddressCollection: null,
    savedMethodOptions: null,
    metadata,
  });
}

function payWithFirstCard(now: Date) {
  const [card] = TEST_CARDS;
  if (!card) throw new Error('The payment sandbox has no test card');
  return makeCardOnFile(card, { month: 12, year: now.getUTCFullYear() + 3 });
}

function describeRow(created_at: Date, object: SandboxObject, hidden: HiddenFacts = {}) {
  return {
    id: object.id,
    type: object.object,
    data: object,
    hidden,
    created_at,
  };
}
