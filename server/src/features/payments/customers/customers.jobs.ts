import { job } from '../../../jobs/jobs.ts';

/** Asks the provider to delete the customer of a deleted user, with the stored cards. */
export const forgetCustomerJob = job<{ providerCustomerId: string }>({
  name: 'payments.forget-customer',
  retryForSeconds: 3 * 24 * 3600,
});
