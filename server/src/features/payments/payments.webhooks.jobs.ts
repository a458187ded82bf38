import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { findPaymentByRefund, findWebhookEvent } from './payments.queries.ts';
import { refundPayment } from './payments.refunds.jobs.ts';
import { settlePayment } from './payments.service.ts';

/** Acts on a stored event. It is only a hint: the payment is read again from the provider. */
export const processWebhookJob = job<{ eventId: string }>({
  name: 'payments.process-webhook',
  retryForSeconds: 24 * 3600,
  async run(deps, { eventId }) {
    const event = await findWebhookEvent(deps.db, eventId);
    if (!event || event.processed_at) return;
    try {
      if (event.object_id) await actOn(deps, event.type, event.object_id);
      await markWebhook(deps, eventId, { processed_at: deps.clock.now(), error: null });
    } catch (error) {
      await markWebhook(deps, eventId, { error: String(error) });
      throw error;
    }
  },
});

async function actOn(deps: Deps, type: string, objectId: string): Promise<void> {
  if (type.startsWith('checkout.session.')) await settlePayment(deps, { kind: 'session', id: objectId });
  if (type.startsWith('payment_intent.')) await settlePayment(deps, { kind: 'intent', id: objectId });
  if (type.startsWith('refund.')) {
    const payment = await findPaymentByRefund(deps.db, objectId);
    if (payment) await refundPayment(deps, payment.id);
  }
}

async function markWebhook(deps: Deps, id: string, state: { processed_at?: Date; error: string | null }) {
  await deps.db.updateTable('webhook_events').set(state).where('id', '=', id).execute();
}
