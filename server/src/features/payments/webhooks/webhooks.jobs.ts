import { job } from '../../../jobs/jobs.ts';

/** Acts on a stored webhook event. */
export const processWebhookJob = job<{ eventId: string }>({
  name: 'payments.process-webhook',
  retryForSeconds: 24 * 3600,
});
