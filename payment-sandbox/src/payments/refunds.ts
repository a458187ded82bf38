import type Stripe from 'stripe';
import { answer, type ApiAnswer, type ApiCall } from '../api/api-call.ts';
import { invalidRequest, unexpectedState } from '../api/sandbox-error.ts';
import { findTestCard } from './test-cards.ts';
import { formatAmount } from '../checkout/checkout-params.ts';
import { recordEvents } from '../webhooks/events.ts';
import { idOf } from '../objects/objects.ts';
import { buildRefund } from '../objects/refund.ts';
import { mergeMetadata, type Params } from '../api/params.ts';
import { getObject, insertObjects, updateObject } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** Refunds a charge in full or in part. Locks the charge, so that its refunds run one after the other. */
export async function createRefund(tx: SandboxTransaction, { params }: ApiCall): Promise<ApiAnswer> {
  const chargeId = await readChargeId(tx, params);
  const { object: charge } = await getObject(tx, 'charge', chargeId, { lock: 'lock', param: 'charge' });
  const amount = readRefundAmount(params, charge);
  const behaviour = await chooseRefundBehaviour(tx, charge);
  const refund = buildRefund({
    now: tx.now,
    charge,
    amount,
    status: behaviour === 'later' ? 'pending' : 'succeeded',
    reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: params.metadata() ?? {},
  });
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: charge.amount_refunded + amount === charge.amount,
  };
  const isDelayed = behaviour !== 'at once';
  await insertObjects(tx, [
    {
      object: refund,
      ...(isDelayed ? { dueAt: new Date(tx.now.getTime() + tx.switches.outcomeDelayMs) } : {}),
      hidden: isDelayed ? { endsAs: behaviour === 'later' ? 'succeeded' : 'failed' } : {},
    },
  ]);
  await updateObject(tx, refunded);
  await recordEvents(tx, [
    { type: 'refund.created', object: refund },
    {
      type: 'charge.refunded',
      object: refunded,
      previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
    },
  ]);
  return answer(refund);
}

async function readChargeId(tx: SandboxTransaction, params: Params): Promise<string> {
  const charge = params.text('charge');
  const intentId = params.text('payment_intent');
  if (charge !== undefined) return charge;
  if (intentId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const { object: intent } = await getObject(tx, 'payment_intent', intentId, { param: 'payment_intent' });
  const latest = idOf(intent.latest_charge);
  if (intent.status === 'succeeded' && latest !== null) return latest;
  throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

function readRefundAmount(params: Params, charge: Stripe.Charge): number {
  const wanted = params.integer('amount', { min: 1 });
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} is not refundable.`, 'charge', 'charge_not_refundable');
  }
  if (charge.disputed) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    );
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  const amount = wanted ?? left;
  if (amount > left) {
    const shown = formatAmount(amount, charge.currency);
    const limit = formatAmount(left, charge.currency);
    const what = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    throw invalidRequest(`Refund amount (${shown}) is greater than ${what} (${limit})`, 'amount');
  }
  return amount;
}

async function chooseRefundBehaviour(tx: SandboxTransaction, charge: Stripe.Charge) {
  const { hidden } = await getObject(tx, 'payment_method', charge.payment_method ?? '');
  return findTestCard(hidden.card?.number ?? '')?.refunds ?? 'at once';
}

/**
 * Lets a delayed refund succeed or fail. After a failed refund, the same money can be refunded again. The caller must
 * have locked the refund.
 */
export async function finishRefund(
  tx: SandboxTransaction,
  refund: Stripe.Refund,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const { pending_reason: _, ...rest } = refund;
  if (outcome === 'succeeded') {
    const succeeded: Stripe.Refund = { ...rest, status: 'succeeded' };
    await updateObject(tx, succeeded, { dueAt: null });
    await recordEvents(tx, [
      { type: 'refund.updated', object: succeeded, previous: { status: refund.status } },
    ]);
    return;
  }
  const failed: Stripe.Refund = {
    ...rest,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  };
  const { object: charge } = await getObject(tx, 'charge', idOf(refund.charge) ?? '', { lock: 'lock' });
  await updateObject(tx, failed, { dueAt: null });
  await updateObject(tx, {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  await recordEvents(tx, [
    { type: 'refund.updated', object: failed, previous: { status: refund.status } },
    { type: 'refund.failed', object: failed, previous: { status: refund.status } },
  ]);
}

export async function updateRefund(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const { object } = await getObject(tx, 'refund', call.pathPart('id'), { lock: 'lock' });
  const updated: Stripe.Refund = {
    ...object,
    metadata: mergeMetadata(object.metadata ?? {}, call.params.metadata()),
  };
  await updateObject(tx, updated);
  await recordEvents(tx, [{ type: 'refund.updated', object: updated }]);
  return answer(updated);
}
