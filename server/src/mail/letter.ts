import type { Job } from '../jobs/jobs.ts';

/**
 * Why somebody gets a mail. The kind decides when the mail may be sent and which limits count it.
 * - `verification`: the link that verifies an address.
 * - `reset`: the link to choose a new password.
 * - `account`: notices about passwords and the account.
 * - `order`: tickets, cancellations and refunds of the recipient's own orders.
 * - `news`: what changed about an event that the recipient chose.
 * - `duty`: what the members of a team must know.
 * - `unasked`: a gift ticket, a registration made for somebody else, an invitation.
 * - `unasked_news`: what changed about a place that somebody else arranged.
 */
export type MailKind =
  | 'verification'
  | 'reset'
  | 'account'
  | 'order'
  | 'news'
  | 'duty'
  | 'unasked'
  | 'unasked_news';

/** A job to run again when a mail that was held back may be sent. */
export interface Retry {
  job: string;
  data: object;
}

/** What decides whether a mail may be sent. It is known before the mail is written. */
export interface Letter {
  /** Names what the mail is about, such as `ticket:12`. Each fact is mailed once. */
  fact: string;
  kind: MailKind;
  /** Without a user id, nobody has an account with this address. */
  to: { userId: number | null; email: string };
  /** The accounts whose actions cause this mail to somebody else. */
  senderIds?: readonly number[];
  /** The IP address that caused a mail to an address that nobody has verified. */
  caller?: string | null;
  teamId?: number | null;
  eventId?: number | null;
  retry: Retry;
}

/** Describes the job that sends the mail, for a mail that is held back. */
export function retryWith<Data extends object>(spec: Job<Data>, data: NoInfer<Data>): Retry {
  return { job: spec.name, data };
}
