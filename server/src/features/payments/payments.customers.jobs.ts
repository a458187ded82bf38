import { job } from '../../jobs/jobs.ts';

/** Has the provider forget a user who was deleted, with the cards it kept for them. */
export const forgetCustomerJob = job<{ providerCustomerId: string }>({
  name: 'payments.forget-customer',
  retryForSeconds: 3 * 24 * 3600,
  run: (deps, { providerCustomerId }) => deps.payments.forgetCustomer(providerCustomerId),
});
