import { job } from '../../../jobs/jobs.ts';

export const refundPaymentJob = job<{ paymentId: number }>({
  name: 'payments.refund',
  retryForSeconds: 3 * 24 * 3600,
});
