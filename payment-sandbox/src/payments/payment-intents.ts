import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from '../api/api-call.ts';
import { missingParam, unexpectedState } from '../api/sandbox-error.ts';
import type { CardDecline } from './test-cards.ts';
import { attachIfKept, attemptCharge } from './charges.ts';
import {
  assertChargeable,
  readAllowedTypes,
  readCurrency,
  readIntentData,
} from '../checkout/checkout-params.ts';
import { recordEvents } from '../webhooks/events.ts';
import { makeId } from '../objects/ids.ts';
import { buildPaymentIntent } from '../objects/payment-intent.ts';
import type { Params } from '../api/params.ts';
import { getMethodWithCard } from './payment-methods.ts';
import { getObject, insertObjects, secondsNow, updateObject, type Stored } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

type Intent = Stripe.PaymentIntent;

const CANCELLABLE = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
];

export async function createPaymentIntent(tx: SandboxTransaction, { params }: ApiCall): Promise<ApiAnswer> {
  const currency = readCurrency(params);
  const amount = params.requiredInteger('amount');
  assertChargeable(amount, currency, 'amount');
  const automatic = params.child('automatic_payment_methods');
  const customer = params.text('customer') ?? null;
  if (customer !== null) await getObject(tx, 'customer', customer, { param: 'customer' });
  const wantedMethod = params.text('payment_method');
  const method = wantedMethod === undefined ? null : (await getMethodWithCard(tx, wantedMethod)).method.id;
  const intent = buildPaymentIntent({
    id: makeId('pi'),
    now: tx.now,
    amount,
    currency,
    customer,
    paymentMethod: method,
    allowedTypes: readAllowedTypes(params),
    automaticPaymentMethods: automatic ? readAutomaticMethods(automatic) : null,
    ...readIntentData(params),
  });
  await insertObjects(tx, [{ object: intent }]);
  await recordEvents(tx, [{ type: 'payment_intent.created', object: intent }]);
  if (params.flag('confirm') !== true) return answer(intent);
  params.url('return_url');
  if (method === null) throw missingParam('payment_method');
  return confirmIntent(tx, intent, method);
}

function readAutomaticMethods(params: Params): Stripe.PaymentIntent.AutomaticPaymentMethods {
  return {
    enabled: params.flag('enabled') ?? false,
    allow_redirects: params.oneOf('allow_redirects', ['always', 'never']) ?? 'always',
  };
}

export async function confirmPaymentIntent(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const stored = await getObject(tx, 'payment_intent', call.pathPart('id'), { lock: 'lock' });
  const intent = stored.object;
  assertNotOfSession(stored, 'confirm');
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has already ${intent.status === 'canceled' ? 'been canceled' : 'succeeded after being previously confirmed'}.`,
    );
  }
  call.params.url('return_url');
  const wanted = call.params.text('payment_method') ?? intent.payment_method;
  if (typeof wanted !== 'string') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.',
    );
  }
  return confirmIntent(tx, intent, wanted);
}

async function confirmIntent(tx: SandboxTransaction, intent: Intent, methodId: string): Promise<ApiAnswer> {
  const { method, card } = await getMethodWithCard(tx, methodId);
  const result = await attemptCharge(tx, { intent, method, card, delayed: false });
  if (result.decline) return answerDecline(result.intent, result.decline);
  const kept = attachIfKept(intent, method);
  if (kept.customer !== method.customer) {
    await updateObject(tx, kept);
    await recordEvents(tx, [{ type: 'payment_method.attached', object: kept }]);
  }
  return answer(result.intent);
}

/**
 * Returns the error for a declined card. This function does not throw the error, so that the failed charge and its
 * events are saved.
 */
function answerDecline(intent: Intent, decline: CardDecline): ApiAnswer {
  const { last_payment_error: error } = intent;
  return {
    status: 402,
    body: {
      error: {
        type: 'card_error',
        code: decline.code,
        ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
        doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
        message: decline.message,
        charge: error?.charge,
        payment_intent: intent,
        payment_method: error?.payment_method,
      },
    },
  };
}

export async function cancelPaymentIntent(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const stored = await getObject(tx, 'payment_intent', call.pathPart('id'), { lock: 'lock' });
  assertNotOfSession(stored, 'cancel');
  const reason = call.params.oneOf('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ]);
  if (!CANCELLABLE.includes(stored.object.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${stored.object.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELLABLE.join(', ')}.`,
    );
  }
  return answer(await cancelIntent(tx, stored.object, reason ?? null));
}

export async function cancelIntentOfSession(tx: SandboxTransaction, intentId: string): Promise<void> {
  const { object } = await getObject(tx, 'payment_intent', intentId, { lock: 'lock' });
  await cancelIntent(tx, object, 'expired');
}

async function cancelIntent(tx: SandboxTransaction, intent: Intent, reason: string | null): Promise<Intent> {
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: secondsNow(tx),
    cancellation_reason: reason,
  };
  await updateObject(tx, canceled);
  await recordEvents(tx, [{ type: 'payment_intent.canceled', object: canceled }]);
  return canceled;
}

function assertNotOfSession({ hidden }: Stored<Intent>, verb: 'cancel' | 'confirm'): void {
  if (hidden.checkoutSession === undefined) return;
  throw unexpectedState(
    `You cannot ${verb} this PaymentIntent because it was created by the Checkout Session ${hidden.checkoutSession}. Expire the session instead.`,
  );
}
