import { job } from '../../../jobs/jobs.ts';

export interface WantedReset {
  /** Null when the address belongs to no account. Such a job does nothing; it exists so that the answer takes as long. */
  userId: number | null;
  /** Names this request. Each request gets a mail of its own. */
  key: string;
}

/** Mails the link with which the owner of an account chooses a new password. */
export const sendResetJob = job<WantedReset>({
  name: 'auth.send-reset',
  // The link in the mail works for an hour, and nobody waits longer for it.
  retryForSeconds: 3600,
});
