import { job } from '../../../jobs/jobs.ts';

export const warnHolderJob = job<{ registrationId: number; heldSince: string }>({
  name: 'registrations.warn-holder',
  // The job is enqueued at most ten minutes before the hold ends. Fifteen minutes later the hold is over, and a warning
  // would be useless.
  retryForSeconds: 15 * 60,
});

export const findEndingHoldsJob = job({
  name: 'registrations.find-ending-holds',
  retryForSeconds: 0,
  everySeconds: 30,
});
