import { job } from '../../../jobs/jobs.ts';

/**
 * Closes an event as soon as it is cancelled: ends its payments and holds and starts its refunds. Whatever this job
 * cannot finish is left to the repeating job of the payments.
 */
export const closeEventJob = job({ name: 'events.close-cancelled', retryForSeconds: 0 });
