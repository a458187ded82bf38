import { job } from '../../../jobs/jobs.ts';

/** Deletes invitations that ended long ago, because they hold addresses of people without an account. */
export const removeOldInvitationsJob = job({
  name: 'teams.remove-old-invitations',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

export interface SendInvitation {
  invitationId: number;
  /** Who sends it: the inviter, or another admin of the team who sends it again. */
  senderId: number;
  /** The sender's IP address, as `callerSubject` shortens it. */
  caller: string;
}

/** Emails an invitation to the invited person. */
export const sendInvitationJob = job<SendInvitation>({
  name: 'teams.send-invitation',
  retryForSeconds: 24 * 3600,
});
