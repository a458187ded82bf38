import type { Job } from '../jobs/jobs.ts';

/**
 * The reason for a mail. The kind decides when the mail may be sent and which limits count it.
 * - `verification`: the link that verifies an email address.
 * - `reset`: the link to choose a new password.
 * - `account`: notices about passwords and the account.
 * - `order`: tickets, cancellations and refunds of the recipient's own orders.
 * - `news`: changes to an event that the recipient chose.
 * - `duty`: notices that the members of a team must read.
 * - `unasked`: a ticket or registration that somebody else ordered, an invitation.
 * - `gift`: a ticket that its buyer gave to the recipient, who gets the ticket in no other way.
 * - `unasked_news`: changes to a ticket or registration that somebody else arranged.
 * - `follow_request`: the link with which somebody confirms that they want to hear of new events of a team.
 * - `follow`: new events of a team, to somebody who confirmed that.
 * - `message`: the words of a team to people who chose its event.
 * - `unasked_message`: the words of a team to people whose tickets somebody else arranged.
 */
export type MailKind =
  | 'verification'
  | 'reset'
  | 'account'
  | 'order'
  | 'news'
  | 'duty'
  | 'unasked'
  | 'gift'
  | 'unasked_news'
  | 'follow_request'
  | 'follow'
  | 'message'
  | 'unasked_message';

/** The job that runs again when a held mail may be sent. */
export interface Retry {
  job: string;
  data: object;
}

/** The facts that decide whether a mail may be sent, known before it is written. */
export interface Letter {
  /** Names the fact that the mail reports, such as `ticket:12`. Foyer sends one mail per fact and recipient. */
  fact: string;
  kind: MailKind;
  /** `userId` is null when no account has this email address. */
  to: { userId: number | null; email: string };
  /** The accounts whose actions cause this mail to somebody else. */
  senderIds?: readonly number[];
  /** The network address of the request that caused a mail to an unverified email address. */
  caller?: string | null;
  /** The order of a guest that causes this mail to another person. */
  guestOrderId?: number;
  /**
   * Whether the recipient gets something only with this mail, such as paid tickets. A used-up limit then delays the
   * mail even without an account, and a stop of all mails does not stop the tickets of the recipient's own paid order.
   */
  mustArrive?: boolean;
  teamId?: number | null;
  eventId?: number | null;
  retry: Retry;
}

/** Names the job that sends the mail, in case the mail is held back. */
export function retryWith<Data extends object>(spec: Job<Data>, data: NoInfer<Data>): Retry {
  return { job: spec.name, data };
}
