import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { renderInvitationMail } from './invitations.emails.ts';
import { type SendInvitation, sendInvitationJob } from './invitations.jobs.ts';
import { findInvitationForMail } from './invitations.queries.ts';

/** Emails an invitation, unless it was answered or withdrawn in the meantime. */
export async function sendInvitationMail(
  deps: Deps,
  { invitationId, senderId, caller }: SendInvitation,
): Promise<void> {
  const found = await findInvitationForMail(deps.db, invitationId, deps.clock.now());
  const email = found?.email ?? found?.typed_email;
  if (!found || !email) return;
  const letter: Letter = {
    // Sending the invitation again changes the time when it expires, so the second mail reports a new fact and is sent.
    fact: `invitation:${invitationId}:${found.expires_at.getTime()}`,
    kind: 'unasked',
    to: { userId: found.user_id, email },
    senderIds: [...new Set([found.invited_by, senderId])],
    caller: found.user_id === null ? caller : null,
    teamId: found.team_id,
    retry: retryWith(sendInvitationJob, { invitationId, senderId, caller }),
  };
  await sendOnce(deps, letter, () => renderInvitationMail({ ...found, email }, describeSite(deps)));
}
