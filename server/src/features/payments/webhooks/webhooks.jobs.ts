import { job } from '../../../jobs/jobs.ts';

export const processWebhookJob = job<{ eventId: string }>({
  name: 'payments.process-webhook',
  retryForSeconds: 24 * 3600,
});
