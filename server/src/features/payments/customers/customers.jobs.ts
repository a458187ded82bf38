import { job } from '../../../jobs/jobs.ts';

export const forgetCustomerJob = job<{ providerCustomerId: string }>({
  name: 'payments.forget-customer',
  retryForSeconds: 3 * 24 * 3600,
});
