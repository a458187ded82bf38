import { job } from '../../../jobs/jobs.ts';

/**
 * Closes an event as soon as it is cancelled: ends its unfinished payments and holds, and starts its refunds. This
 * job is not retried, because a repeating job of the payments feature does the same work and finishes what failed
 * here.
 */
export const closeEventJob = job({ name: 'events.close-cancelled', retryForSeconds: 0 });
