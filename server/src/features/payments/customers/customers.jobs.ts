import { job } from '../../../jobs/jobs.ts';

/** Asks the provider to delete the customer and the stored cards of a deleted user. */
export const forgetCustomerJob = job<{ providerCustomerId: string }>({
  name: 'payments.forget-customer',
  retryForSeconds: 3 * 24 * 3600,
});
