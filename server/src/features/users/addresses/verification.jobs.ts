import { job } from '../../../jobs/jobs.ts';

export interface WantedVerification {
  userId: number;
  /** The hash of the email address. The mail goes to no other address, even if the account has a new one by then. */
  addressHash: string;
  /** Differs for each request, so that each request gets a mail of its own. */
  key: string;
  /** The network address of the request for the link, or null when an administrator caused the mail. */
  caller: string | null;
}

/** The link is made when the mail is written, so that the stored job does not contain the secret. */
export const sendVerificationJob = job<WantedVerification>({
  name: 'users.send-verification',
  retryForSeconds: 24 * 3600,
});
