import {
  button,
  composeMail,
  opening,
  paragraph,
  stopByDeletingAccount,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinks } from '../../../mail/words.ts';

export function renderResetMail(
  user: { username: string; email: string; email_verified: boolean },
  { token, site }: { token: string; site: Site },
): Message {
  return composeMail({
    to: user.email,
    subject: 'Choose a new password',
    preview: 'The link works for one hour, and once.',
    site,
    because: `You are receiving this email because somebody asked for a new password for the account "${breakLinks(user.username)}".`,
    stopping: user.email_verified
      ? stopByDeletingAccount(site)
      : {
          begin: 'If this is not your account,',
          link: 'stop all emails to this address',
          href: site.stopAddress({ email: user.email }),
          oneClick: true,
        },
    parts: [
      opening(user.username, 'Here is the link to choose a new password for your account.'),
      title('Choose a new password'),
      paragraph('The link works for one hour, and once. Afterwards you log in with the new password.'),
      // The token is in the fragment of the web address, which browsers do not send. So the token reaches no log, and a
      // program that only opens links does not use it up.
      button('Choose a new password', `${site.publicUrl}/reset-password#${token}`),
      paragraph('If you did not ask for it, you do not need to do anything: your password stays as it is.'),
    ],
  });
}
