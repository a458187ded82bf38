import { job } from '../../jobs/jobs.ts';

/**
 * Frees the seats of expired holds that have no payment under way. This job sends no requests to the provider, so a
 * slow provider delays only `expireHoldsJob`.
 */
export const expireIdleHoldsJob = job({
  name: 'payments.expire-idle-holds',
  retryForSeconds: 0,
  everySeconds: 15,
});

/** Frees the seats of all expired holds. First ends their payments at the provider. */
export const expireHoldsJob = job({
  name: 'payments.expire-holds',
  retryForSeconds: 0,
  everySeconds: 30,
});

/** Compares the ledger with the provider, so that buyers whose webhook was lost get their ticket minutes later. */
export const reconcileJob = job({
  name: 'payments.reconcile',
  retryForSeconds: 0,
  everySeconds: 120,
});
