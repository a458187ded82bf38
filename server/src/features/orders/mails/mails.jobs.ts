import { job } from '../../../jobs/jobs.ts';

export const warnHolderJob = job<{ registrationId: number; heldSince: string }>({
  name: 'registrations.warn-holder',
  // The job is enqueued at most ten minutes before the hold ends, so after fifteen minutes a warning is useless.
  retryForSeconds: 15 * 60,
});

export const findEndingHoldsJob = job({
  name: 'registrations.find-ending-holds',
  retryForSeconds: 0,
  everySeconds: 30,
});

export const tellOfExpiredHoldJob = job<{ orderId: number; heldSince: string }>({
  name: 'orders.send-expired-hold',
  retryForSeconds: 24 * 3600,
});
