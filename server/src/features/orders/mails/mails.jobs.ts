import { job } from '../../../jobs/jobs.ts';

/** Tells a buyer that their hold ends soon. */
export const warnHolderJob = job<{ registrationId: number; heldSince: string }>({
  name: 'registrations.warn-holder',
  // The job is enqueued at most ten minutes before the hold ends, so nobody needs the warning after this time.
  retryForSeconds: 15 * 60,
});

/** Finds the holds that end soon and enqueues one warning for each. */
export const findEndingHoldsJob = job({
  name: 'registrations.find-ending-holds',
  retryForSeconds: 0,
  everySeconds: 30,
});
