import { composeMail, opening, paragraph, title, type Site } from '../../mail/compose.ts';
import type { Message } from '../../mail/mail.ts';

export function renderFarewellMail(person: { username: string; email: string }, site: Site): Message {
  return composeMail({
    to: person.email,
    subject: 'Your Foyer account is deleted',
    preview: 'Your places are given back, your tickets are void, and your data is gone.',
    site,
    because: 'You are receiving this email because this was the address of an account that was just deleted.',
    stopping: {
      begin: 'It is the last email about that account. If you want no email from this site at all,',
      link: 'stop it',
      href: site.stopAddress({ email: person.email }),
    },
    parts: [
      opening(person.username, 'We have deleted your account, as you or an administrator asked.'),
      title('Your account is deleted'),
      paragraph(
        'Your places at events were given back, and your tickets are no longer valid. You are signed out everywhere.',
      ),
      paragraph(
        'Foyer no longer has your username, your email address or your password. Payments stay in the books of this site without your name, because organisers must keep them.',
      ),
      paragraph(
        'If you did not delete the account, ask the people who run this site. A deleted account cannot be restored, but you can sign up again with the same username and address.',
      ),
    ],
  });
}
