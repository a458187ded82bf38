import { job } from '../../jobs/jobs.ts';

/** Checks every half hour whether the nightly data check is due. */
export const checkDataJob = job({ name: 'admin.check-data', retryForSeconds: 0, everySeconds: 1800 });
