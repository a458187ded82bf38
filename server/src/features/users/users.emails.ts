import {
  button,
  composeMail,
  facts,
  opening,
  paragraph,
  stopByDeletingAccount,
  title,
  type Site,
} from '../../mail/compose.ts';
import type { Message } from '../../mail/mail.ts';
import { formatMoment } from '../../mail/words.ts';

interface Account {
  username: string;
  /** The email address before the change. */
  email: string;
  byAdministrator: boolean;
  at: Date;
}

type AccountSite = Site & { supportContact: string | null };

export function renderNewAddressMail(account: Account, site: AccountSite): Message {
  return composeMail({
    to: account.email,
    subject: 'The email address of your Foyer account was changed',
    preview: 'Foyer no longer sends mail about this account to this address.',
    site,
    because: 'You are receiving this email because this was the address of an account on this site.',
    stopping: {
      begin:
        'It is the last email about that account to this address. If you want no email from this site at all,',
      link: 'stop it',
      href: site.stopAddress({ email: account.email }),
    },
    parts: [
      opening(
        account.username,
        account.byAdministrator
          ? 'An administrator of this site has changed the email address of your account.'
          : 'The email address of your account was changed.',
      ),
      title('Your email address was changed'),
      when(account, site),
      paragraph(
        'Foyer no longer sends mail about your account to this address. If you wanted this change, you do not need to do anything.',
      ),
      paragraph(
        'If you did not, somebody else may be using your account. Log in with your username, open Account security, choose a new password and sign out on all other devices. Then change the address back in your profile.',
      ),
      paragraph(
        `If you cannot log in, contact ${nameContact(site)}. A new password cannot be sent to this address any more.`,
      ),
      openSecurity(site),
    ],
  });
}

export function renderNewPasswordMail(account: Account, site: AccountSite): Message {
  return composeMail({
    to: account.email,
    subject: 'The password of your Foyer account was changed',
    preview: account.byAdministrator
      ? 'An administrator has set a new password.'
      : 'All other devices were signed out.',
    site,
    because: 'You are receiving this email because this is the address of an account on this site.',
    stopping: stopByDeletingAccount(site),
    parts: [
      opening(
        account.username,
        account.byAdministrator
          ? 'An administrator of this site has set a new password for your account, and all devices were signed out.'
          : 'The password of your account was changed, and all other devices were signed out.',
      ),
      title('Your password was changed'),
      when(account, site),
      paragraph(
        account.byAdministrator
          ? 'Ask the administrator for the password. After you log in, you choose one of your own.'
          : 'If you changed it, you do not need to do anything.',
      ),
      paragraph(
        account.byAdministrator
          ? `If you did not ask for this, contact ${nameContact(site)}.`
          : `If you did not, somebody else may be using your account. Ask for a new password on the login page, and contact ${nameContact(site)}.`,
      ),
      openSecurity(site),
    ],
  });
}

function when({ at }: Account, { timeZone }: AccountSite) {
  return facts([{ label: 'When', value: formatMoment(at, timeZone) }]);
}

function nameContact({ supportContact }: AccountSite): string {
  return supportContact ?? 'the people who run this site';
}

function openSecurity(site: AccountSite) {
  return button('Open Account security', `${site.publicUrl}/profile/security`);
}
