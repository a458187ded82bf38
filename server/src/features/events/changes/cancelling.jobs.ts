import { job } from '../../../jobs/jobs.ts';

/**
 * Closes an event as soon as it is cancelled: ends its payments and holds, and starts its refunds. The repeating job of
 * the payments feature finishes whatever fails here.
 */
export const closeEventJob = job({ name: 'events.close-cancelled', retryForSeconds: 0 });
