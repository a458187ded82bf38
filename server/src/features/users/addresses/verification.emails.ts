import { button, composeMail, opening, paragraph, title, type Site } from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinks } from '../../../mail/words.ts';

export function renderVerificationMail(
  { username, email }: { username: string; email: string },
  { token, site }: { token: string; site: Site },
): Message {
  return composeMail({
    to: email,
    subject: 'Verify your email address',
    preview: 'One click, so that your tickets and the news about your events reach you.',
    site,
    because: `You are receiving this email because somebody gave this address for the account "${breakLinks(username)}".`,
    stopping: {
      begin: 'If that was not you, do nothing, or',
      link: 'stop all emails to this address',
      href: site.stopAddress({ email }),
      oneClick: true,
    },
    parts: [
      opening(username, 'Please confirm that this is your address.'),
      title('Verify your email address'),
      paragraph(
        'Before you confirm this address, Foyer sends you only a few emails: the tickets of your own orders, and notices about your account.',
      ),
      // The token is in the fragment of the web address, which browsers do not send. So the token reaches no log, and a
      // program that only opens links does not use it up.
      button('Verify this address', `${site.publicUrl}/verify-email#${token}`),
      paragraph('The link works once, within the next 7 days.'),
    ],
  });
}
