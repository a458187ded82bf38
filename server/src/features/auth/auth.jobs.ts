import { job } from '../../jobs/jobs.ts';

export const removeExpiredSessionsJob = job({
  name: 'auth.remove-expired-sessions',
  retryForSeconds: 0,
  everySeconds: 3600,
});
