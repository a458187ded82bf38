import { job } from '../../../jobs/jobs.ts';

export const closeCancelledEventsJob = job({
  name: 'payments.settle-cancelled',
  retryForSeconds: 0,
  everySeconds: 30,
});
