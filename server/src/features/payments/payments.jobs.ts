import { job } from '../../jobs/jobs.ts';

/**
 * Gives back the seats of expired holds that have no payment under way. It asks the provider nothing. It is a job of
 * its own so that it never waits for the job that does.
 */
export const expireIdleHoldsJob = job({
  name: 'payments.expire-idle-holds',
  retryForSeconds: 0,
  everySeconds: 15,
});

/** Gives back the seats of all expired holds. */
export const expireHoldsJob = job({
  name: 'payments.expire-holds',
  retryForSeconds: 0,
  everySeconds: 30,
});

/** Compares the ledger with the provider, so that a lost webhook costs minutes, not tickets. */
export const reconcileJob = job({
  name: 'payments.reconcile',
  retryForSeconds: 0,
  everySeconds: 120,
});
