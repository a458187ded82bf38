import type { Deps } from '../../deps.ts';
import { processWebhookJob } from './payments.webhooks.jobs.ts';

/** Stores a signed event by the provider's id before it is answered; a repeat changes nothing. */
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
