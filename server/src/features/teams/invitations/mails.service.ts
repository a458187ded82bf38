import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { renderInvitationMail } from './invitations.emails.ts';
import { sendInvitationJob } from './invitations.jobs.ts';
import { findInvitationForMail } from './invitations.queries.ts';

/** Emails an invitation, unless it was answered or withdrawn meanwhile. */
export async function sendInvitationMail(
  deps: Deps,
  { invitationId, caller }: { invitationId: number; caller: string },
): Promise<void> {
  const found = await findInvitationForMail(deps.db, invitationId, deps.clock.now());
  const email = found?.email ?? found?.typed_email;
  if (!found || !email) return;
  const letter: Letter = {
    fact: `invitation:${invitationId}`,
    kind: 'unasked',
    to: { userId: found.user_id, email },
    senderIds: [found.invited_by],
    caller: found.user_id === null ? caller : null,
    teamId: found.team_id,
    retry: retryWith(sendInvitationJob, { invitationId, caller }),
  };
  await sendOnce(deps, letter, () => renderInvitationMail({ ...found, email }, describeSite(deps)));
}
