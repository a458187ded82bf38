import { job } from '../../../jobs/jobs.ts';

export interface WantedVerification {
  userId: number;
  /** Names the address without holding it: only this one is mailed, even if the account has another one by then. */
  addressHash: string;
  /** Names this request. Each request gets a mail of its own. */
  key: string;
  /** The IP address that asked for it; null when an administrator's action did. */
  caller: string | null;
}

/** Mails the link with which the owner of an address verifies it. The link is made when the mail is written. */
export const sendVerificationJob = job<WantedVerification>({
  name: 'users.send-verification',
  retryForSeconds: 24 * 3600,
});
