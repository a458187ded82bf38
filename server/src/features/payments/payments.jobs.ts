import { job } from '../../jobs/jobs.ts';

/**
 * Ends the holds whose time is over and that have no payment under way. Unlike `expireHoldsJob`, this job never asks
 * the provider, so that seats become free even while the provider is slow.
 */
export const expireIdleHoldsJob = job({
  name: 'payments.expire-idle-holds',
  retryForSeconds: 0,
  everySeconds: 15,
});

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
