import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { summarizeError } from '../../../log.ts';
import { findWebhookSubject } from '../../../payments/webhook-types.ts';
import { settleMoney } from '../ledger/money.service.ts';
import { findPaymentByIntent, findPaymentByKey, type PaymentRow } from '../payments.queries.ts';
import { findReference, tookMoney } from '../payments.rules.ts';
import { settle, settlePayment } from '../payments.service.ts';
import { processWebhookJob } from './webhooks.jobs.ts';
import { findWebhook, type WebhookRow } from './webhooks.queries.ts';

/**
 * Checks the signature of a webhook and stores its event under the id that the provider gave the event. Storing the
 * same event again changes nothing.
 */
export async function storeWebhook(
  deps: Deps,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = deps.payments.readWebhook(rawBody, signature);
  await deps.db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('webhook_events')
      .values({
        id: event.id,
        type: event.type,
        object_id: event.objectId,
        payment_intent_id: event.paymentIntentId,
        received_at: deps.clock.now(),
        processed_at: null,
        error: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored) await deps.jobs.enqueue(tx, processWebhookJob, { eventId: event.id });
  });
}

export async function processStoredWebhook(deps: Deps, eventId: string): Promise<void> {
  const event = await findWebhook(deps.db, eventId);
  if (event && !event.processed_at) await processWebhook(deps, event);
}

/**
 * Processes a webhook event and records the outcome. Throws when processing failed. Processing an event twice does no
 * harm.
 */
export async function processWebhook(deps: Deps, event: WebhookRow): Promise<void> {
  try {
    await actOn(deps, event);
  } catch (error) {
    await recordAttempt(deps, event.id, { error: summarizeError(error) });
    throw error;
  }
  await recordAttempt(deps, event.id, { processed_at: deps.clock.now(), error: null });
}

/**
 * Settles the payment that a webhook is about. The state is read from the provider, because the webhook may be out of
 * date.
 */
async function actOn(deps: Deps, event: WebhookRow): Promise<unknown> {
  switch (findWebhookSubject(event.type)) {
    case 'session':
      return settlePayment(deps, { kind: 'session', id: event.object_id ?? '' });
    case 'intent':
      // If the intent belongs to a checkout session, settle that session, because the webhook about the session may
      // have been lost.
      return settleByIntent(deps, event.object_id ?? '');
    case 'money':
      return settleRefundOrDispute(deps, event);
    case undefined:
      return undefined;
  }
}

/**
 * Webhooks arrive in any order, so the buyer's payment may not be settled yet. Settles it first. Throws if it is still
 * not paid, so that the job tries again.
 */
async function settleRefundOrDispute(deps: Deps, { payment_intent_id: intentId }: WebhookRow): Promise<void> {
  if (intentId === null) return;
  const known = await findPaymentByIntent(deps.db, intentId);
  const payment = known && tookMoney(known.status) ? known : await settleByIntent(deps, intentId);
  if (!payment) return;
  if (!tookMoney(payment.status)) throw new Error(`Payment ${payment.id} is not known to be paid yet`);
  await settleMoney(deps, payment);
}

/** Returns undefined when the provider or the ledger does not know the payment. */
async function settleByIntent(deps: Deps, intentId: string): Promise<PaymentRow | undefined> {
  const intent = await deps.payments.findPayment({ kind: 'intent', id: intentId });
  const payment = intent?.key ? await findPaymentByKey(deps.db, intent.key) : undefined;
  if (!intent || !payment) return undefined;
  if (payment.kind === 'intent') return settle(deps, intent);
  const session = findReference(payment);
  return (session && (await settlePayment(deps, session))) ?? payment;
}

async function recordAttempt(deps: Deps, id: string, outcome: { processed_at?: Date; error: string | null }) {
  await deps.db
    .updateTable('webhook_events')
    .set({ ...outcome, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute();
}
