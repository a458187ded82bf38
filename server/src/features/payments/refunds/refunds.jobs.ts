import { job } from '../../../jobs/jobs.ts';

/** Asks the provider to give back the money of a payment. */
export const refundPaymentJob = job<{ paymentId: number }>({
  name: 'payments.refund',
  retryForSeconds: 3 * 24 * 3600,
});
