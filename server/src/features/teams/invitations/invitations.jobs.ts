import { job } from '../../../jobs/jobs.ts';

/** Deletes invitations that ended long ago, because they hold addresses of people without an account. */
export const removeOldInvitationsJob = job({
  name: 'teams.remove-old-invitations',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

/** Emails an invitation to the invited person. `caller` is the inviter's IP address, as `callerSubject` shortens it. */
export const sendInvitationJob = job<{ invitationId: number; caller: string }>({
  name: 'teams.send-invitation',
  retryForSeconds: 24 * 3600,
});
