import {
  button,
  composeMail,
  facts,
  opening,
  paragraph,
  stopUnasked,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn, formatMoment } from '../../../mail/words.ts';
import type { MailedInvitation } from './invitations.queries.ts';

/**
 * The email contains only two texts from the team, its name and the inviter's username, because the email goes to
 * strangers.
 */
export function renderInvitationMail(sent: MailedInvitation, site: Site): Message {
  const invitation = breakLinksIn(sent, ['team_name', 'inviter_name']);
  const { team_name, inviter_name } = invitation;
  const role = invitation.role.replaceAll('_', ' ');
  const until = formatMoment(invitation.expires_at, site.timeZone);
  return composeMail({
    to: invitation.email,
    subject: `${inviter_name} invites you to the team ${team_name}`,
    preview: `You can join as ${role}. The invitation is open until ${until}.`,
    site,
    because: `You are receiving this email because ${inviter_name} invited ${
      invitation.typed_email === null ? 'your account' : 'the owner of this email address'
    } to a team on Foyer.`,
    stopping: stopUnasked(site, invitation),
    parts: [
      opening(invitation.username, `${inviter_name} invites you to join a team on Foyer, a site for events.`),
      title(team_name),
      facts([
        { label: 'Your role', value: role },
        { label: 'Invited by', value: inviter_name },
        { label: 'Open until', value: until },
      ]),
      paragraph(
        'You become a member only when you accept. The members of the team then see your username and your email address. If you do not want to join, decline the invitation, or do nothing.',
      ),
      invitation.user_id === null
        ? paragraph(
            'To accept, sign up with this email address and verify it. The invitation then waits for you.',
          )
        : null,
      button('See the invitation', `${site.publicUrl}/invitations`),
    ],
  });
}
