import { job } from '../../../jobs/jobs.ts';

/** Ends the payments and holds of cancelled events, and refunds their tickets. */
export const closeCancelledEventsJob = job({
  name: 'payments.settle-cancelled',
  retryForSeconds: 0,
  everySeconds: 30,
});
