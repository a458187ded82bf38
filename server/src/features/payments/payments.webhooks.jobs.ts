import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { findWebhookEvent } from './payments.queries.ts';
import { settleSession } from './payments.service.ts';

/** Acts on a stored event. It is only a hint: the session is read again from the provider. */
export const processWebhookJob = job<{ eventId: string }>({
  name: 'payments.process-webhook',
  retryForSeconds: 24 * 3600,
  async run(deps, { eventId }) {
    const event = await findWebhookEvent(deps.db, eventId);
    if (!event || event.processed_at) return;
    try {
      if (event.type.startsWith('checkout.session.') && event.object_id)
        await settleSession(deps, event.object_id);
      await markWebhook(deps, eventId, { processed_at: deps.clock.now(), error: null });
    } catch (error) {
      await markWebhook(deps, eventId, { error: String(error) });
      throw error;
    }
  },
});

async function markWebhook(deps: Deps, id: string, state: { processed_at?: Date; error: string | null }) {
  await deps.db.updateTable('webhook_events').set(state).where('id', '=', id).execute();
}
