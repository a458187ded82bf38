import type Stripe from 'stripe';
import type { CardDecline, CardOnFile } from '../payments/test-cards.ts';
import { attachIfKept, attemptCharge, finishDelayedCharge } from '../payments/charges.ts';
import { expireSession } from './checkout-sessions.ts';
import { recordEvents } from '../webhooks/events.ts';
import { makeId } from '../objects/ids.ts';
import { buildCustomerDetails } from '../objects/checkout-session.ts';
import { buildCustomer } from '../objects/customer.ts';
import { idOf, type HiddenFacts } from '../objects/objects.ts';
import { buildPaymentIntent } from '../objects/payment-intent.ts';
import { buildPaymentMethod } from '../objects/payment-method.ts';
import { findObject, getObject, insertObjects, updateObject, type Stored } from '../objects/object-store.ts';
import { NO_REQUEST, inTransaction, type SandboxTransaction, type SandboxContext } from '../transaction.ts';

type Session = Stripe.Checkout.Session;

export interface Payer {
  card: CardOnFile;
  email: string;
  name: string;
  /** Tells whether the buyer chose to save the card. Only some sessions offer this choice. */
  keepsCard: boolean;
}

export type PaymentOutcome =
  | { outcome: 'paid'; session: Session }
  | { outcome: 'declined'; session: Session; decline: CardDecline }
  | { outcome: 'already complete'; session: Session }
  | { outcome: 'expired'; session: Session }
  | { outcome: 'unknown session' };

/**
 * Pays a session with a card, at most once. When the form is sent twice, the second request waits for the lock on the
 * session, and then finds the session complete.
 */
export async function payCheckoutSession(
  context: SandboxContext,
  sessionId: string,
  payer: Payer,
): Promise<PaymentOutcome> {
  return inTransaction(context, NO_REQUEST, async (tx) => {
    const stored = await findObject(tx, 'checkout.session', sessionId, 'lock');
    if (!stored) return { outcome: 'unknown session' };
    const session = stored.object;
    if (session.status === 'complete') return { outcome: 'already complete', session };
    if (session.status === 'expired') return { outcome: 'expired', session };
    if (stored.dueAt !== null && stored.dueAt <= tx.now) {
      return { outcome: 'expired', session: await expireSession(tx, session) };
    }
    return payOpenSession(tx, stored, payer);
  });
}

async function payOpenSession(
  tx: SandboxTransaction,
  stored: Stored<Session>,
  payer: Payer,
): Promise<PaymentOutcome> {
  const { switches, now } = tx;
  const session = await withCustomer(tx, stored.object, payer);
  const intent = await openIntent(tx, session, stored.hidden);
  const method = buildPaymentMethod({ ...payer, now });
  const delayed = switches.payments !== 'at once';
  const result = await attemptCharge(tx, { intent, method, card: payer.card, delayed });
  if (result.decline) {
    await insertObjects(tx, [{ object: method, hidden: { card: payer.card } }]);
    const open: Session = { ...session, payment_intent: intent.id };
    await updateObject(tx, open);
    return { outcome: 'declined', session: open, decline: result.decline };
  }
  const kept = attachIfKept(intent, method, payer.keepsCard && offersToKeepCard(session));
  await insertObjects(tx, [{ object: kept, hidden: { card: payer.card } }]);
  if (kept.customer !== null) await recordEvents(tx, [{ type: 'payment_method.attached', object: kept }]);
  const complete: Session = {
    ...session,
    customer_details: buildCustomerDetails(session.customer_email ?? payer.email, payer.name),
    payment_intent: intent.id,
    payment_status: delayed ? 'unpaid' : 'paid',
    status: 'complete',
    url: null,
  };
  await updateObject(tx, complete, {
    dueAt: delayed ? new Date(now.getTime() + switches.outcomeDelayMs) : null,
    hidden: delayed
      ? { ...stored.hidden, endsAs: switches.payments === 'fail later' ? 'failed' : 'succeeded' }
      : stored.hidden,
  });
  await recordEvents(tx, [{ type: 'checkout.session.completed', object: complete }]);
  return { outcome: 'paid', session: complete };
}

/**
 * Tells whether the card page offers to save the card. The shop must allow this, and the session must have or create
 * the customer who keeps the card.
 */
export function offersToKeepCard(session: Session): boolean {
  return (
    session.saved_payment_method_options?.payment_method_save === 'enabled' &&
    (session.customer !== null || session.customer_creation === 'always')
  );
}

/**
 * Creates a customer at the first attempt to pay, if the session asks for a customer. Later attempts use the same
 * customer.
 */
async function withCustomer(tx: SandboxTransaction, session: Session, payer: Payer): Promise<Session> {
  if (session.customer !== null || session.customer_creation !== 'always') return session;
  const customer = buildCustomer({
    now: tx.now,
    email: session.customer_email ?? payer.email,
    name: payer.name,
    phone: null,
    description: null,
    metadata: {},
  });
  await insertObjects(tx, [{ object: customer }]);
  await recordEvents(tx, [{ type: 'customer.created', object: customer }]);
  return { ...session, customer: customer.id };
}

/** Creates the payment intent at the first attempt to pay, as the provider does. Later attempts use the same intent. */
async function openIntent(
  tx: SandboxTransaction,
  session: Session,
  hidden: HiddenFacts,
): Promise<Stripe.PaymentIntent> {
  const present = idOf(session.payment_intent);
  if (present !== null) {
    const { object } = await getObject(tx, 'payment_intent', present, { lock: 'lock' });
    return object;
  }
  const intent = buildPaymentIntent({
    id: makeId('pi'),
    now: tx.now,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'gbp',
    customer: idOf(session.customer),
    paymentMethod: null,
    allowedTypes: null,
    automaticPaymentMethods: null,
    metadata: {},
    description: null,
    receiptEmail: null,
    setupFutureUsage: null,
    statementDescriptorSuffix: null,
    ...hidden.intentData,
  });
  await insertObjects(tx, [{ object: intent, hidden: { checkoutSession: session.id } }]);
  await recordEvents(tx, [{ type: 'payment_intent.created', object: intent }]);
  return intent;
}

/**
 * Lets the delayed payment of a session succeed or fail. The session has been complete, but unpaid, since the buyer
 * sent the form. The caller must have locked the session.
 */
export async function finishDelayedPayment(
  tx: SandboxTransaction,
  session: Session,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const intentId = idOf(session.payment_intent) ?? '';
  const { object: intent } = await getObject(tx, 'payment_intent', intentId, { lock: 'lock' });
  const { object: charge } = await getObject(tx, 'charge', idOf(intent.latest_charge) ?? '', {
    lock: 'lock',
  });
  const { object: method } = await getObject(tx, 'payment_method', charge.payment_method ?? '');
  await finishDelayedCharge(tx, { intent, charge, method }, outcome);
  const ended: Session = { ...session, payment_status: outcome === 'succeeded' ? 'paid' : 'unpaid' };
  await updateObject(tx, ended, { dueAt: null });
  await recordEvents(tx, [
    outcome === 'succeeded'
      ? { type: 'checkout.session.async_payment_succeeded', object: ended }
      : { type: 'checkout.session.async_payment_failed', object: ended },
  ]);
}
