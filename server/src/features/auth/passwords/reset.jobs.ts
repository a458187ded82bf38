import { job } from '../../../jobs/jobs.ts';

export interface WantedReset {
  /**
   * Null when the email address belongs to no account. The job then does nothing, but is enqueued anyway, because
   * otherwise a faster answer would reveal that there is no account.
   */
  userId: number | null;
  /** Differs for each request, so that each request gets a mail of its own. */
  key: string;
}

export const sendResetJob = job<WantedReset>({
  name: 'auth.send-reset',
  // The link works for an hour after the request, so a later mail would be useless.
  retryForSeconds: 3600,
});
