import { job } from '../../../jobs/jobs.ts';

/**
 * Ends the payments and holds of a cancelled event at once, and refunds its tickets. This job is not retried, because a
 * repeating job does the same work.
 */
export const closeEventJob = job({ name: 'events.close-cancelled', retryForSeconds: 0 });
