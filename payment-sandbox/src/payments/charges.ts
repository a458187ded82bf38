import type Stripe from 'stripe';
import { findTestCard, type CardDecline, type CardOnFile } from './test-cards.ts';
import { recordEvents } from '../webhooks/events.ts';
import { buildCharge } from '../objects/charge.ts';
import { idOf } from '../objects/objects.ts';
import { insertObjects, updateObject } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

export interface ChargeAttempt {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  card: CardOnFile;
  /** Tells whether the payment stays pending at first, and succeeds or fails later. */
  delayed: boolean;
}

export interface ChargeResult {
  intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  decline: CardDecline | null;
}

/**
 * Tries to charge a card for a payment intent. The caller must have locked or just created the intent, so that no
 * other transaction charges it.
 */
export async function attemptCharge(tx: SandboxTransaction, attempt: ChargeAttempt): Promise<ChargeResult> {
  const decline = findTestCard(attempt.card.number)?.decline ?? null;
  const status = decline ? 'failed' : attempt.delayed ? 'pending' : 'succeeded';
  const charge = buildCharge({ ...attempt, now: tx.now, status, decline });
  await insertObjects(tx, [{ object: charge }]);
  if (decline) {
    const intent = buildDeclinedIntent(attempt, charge, decline);
    await updateObject(tx, intent);
    await recordEvents(tx, [
      { type: 'charge.failed', object: charge },
      { type: 'payment_intent.payment_failed', object: intent },
    ]);
    return { intent, charge, decline };
  }
  const intent: Stripe.PaymentIntent = {
    ...attempt.intent,
    status: attempt.delayed ? 'processing' : 'succeeded',
    amount_received: attempt.delayed ? 0 : attempt.intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: attempt.method.id,
  };
  await updateObject(tx, intent);
  await recordEvents(
    tx,
    attempt.delayed
      ? [
          { type: 'charge.pending', object: charge },
          { type: 'payment_intent.processing', object: intent },
        ]
      : [
          { type: 'charge.succeeded', object: charge },
          { type: 'payment_intent.succeeded', object: intent },
        ],
  );
  return { intent, charge, decline: null };
}

/** Lets a delayed charge succeed or fail. The caller must have locked the payment intent. */
export async function finishDelayedCharge(
  tx: SandboxTransaction,
  pending: { intent: Stripe.PaymentIntent; charge: Stripe.Charge; method: Stripe.PaymentMethod },
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  if (outcome === 'succeeded') {
    const charge: Stripe.Charge = { ...pending.charge, status: 'succeeded' };
    const intent: Stripe.PaymentIntent = {
      ...pending.intent,
      status: 'succeeded',
      amount_received: pending.intent.amount,
    };
    await updateObject(tx, charge);
    await updateObject(tx, intent);
    await recordEvents(tx, [
      { type: 'charge.succeeded', object: charge },
      { type: 'payment_intent.succeeded', object: intent },
    ]);
    return;
  }
  const decline: CardDecline = {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  };
  const charge: Stripe.Charge = {
    ...pending.charge,
    status: 'failed',
    paid: false,
    captured: false,
    amount_captured: 0,
    failure_code: decline.code,
    failure_message: decline.message,
  };
  const intent = buildDeclinedIntent(pending, charge, decline);
  await updateObject(tx, charge);
  await updateObject(tx, intent);
  await recordEvents(tx, [
    { type: 'charge.failed', object: charge },
    { type: 'payment_intent.payment_failed', object: intent },
  ]);
}

/** Returns the payment intent after its card was declined. The intent then accepts another card. */
function buildDeclinedIntent(
  { intent, method }: { intent: Stripe.PaymentIntent; method: Stripe.PaymentMethod },
  charge: Stripe.Charge,
  decline: CardDecline,
): Stripe.PaymentIntent {
  return {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
      charge: charge.id,
      message: decline.message,
      payment_method: method,
    },
  };
}

/**
 * Saves the charged card for the customer, if the buyer chose this or the shop asked for it. The shop may show the
 * card to the buyer again only after the buyer's own choice.
 */
export function attachIfKept(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  askedByBuyer = false,
): Stripe.PaymentMethod {
  const customer = idOf(intent.customer);
  if (customer === null) return method;
  if (askedByBuyer) return { ...method, customer, allow_redisplay: 'always' };
  return intent.setup_future_usage === null ? method : { ...method, customer };
}
