import { job } from '../../../jobs/jobs.ts';

/** Asks the provider to refund a payment. */
export const refundPaymentJob = job<{ paymentId: number }>({
  name: 'payments.refund',
  retryForSeconds: 3 * 24 * 3600,
});
