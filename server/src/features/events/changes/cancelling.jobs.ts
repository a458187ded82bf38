import { job } from '../../../jobs/jobs.ts';

/**
 * Closes a cancelled event at once. This job is not retried, because a repeating job of the payments feature does the
 * same work.
 */
export const closeEventJob = job({ name: 'events.close-cancelled', retryForSeconds: 0 });
