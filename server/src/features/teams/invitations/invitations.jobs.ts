import { job } from '../../../jobs/jobs.ts';

/** Deletes invitations that ended long ago, because they contain email addresses of people without an account. */
export const removeOldInvitationsJob = job({
  name: 'teams.remove-old-invitations',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

export interface SendInvitation {
  invitationId: number;
  /**
   * The team admin who sends the invitation. This is the inviter, or a different admin who sends the invitation
   * again.
   */
  senderId: number;
  /** The sender's network address, as `callerSubject` shortens it. */
  caller: string;
}

export const sendInvitationJob = job<SendInvitation>({
  name: 'teams.send-invitation',
  retryForSeconds: 24 * 3600,
});
