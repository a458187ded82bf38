import { job } from '../../jobs/jobs.ts';

/**
 * Confirms the deletion of an account by mail. The email address is in the table `farewells` instead of the job,
 * because finished jobs are kept for days.
 */
export const sendFarewellJob = job<{ farewellId: string }>({
  name: 'accounts.send-farewell',
  retryForSeconds: 24 * 3600,
});

export const deleteOldFarewellsJob = job({
  name: 'accounts.delete-old-farewells',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});
