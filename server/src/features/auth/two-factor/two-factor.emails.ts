import {
  button,
  composeMail,
  facts,
  opening,
  paragraph,
  stopByDeletingAccount,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { formatMoment } from '../../../mail/words.ts';
import type { TwoFactorChange } from './two-factor.jobs.ts';

interface News {
  username: string;
  email: string;
  change: TwoFactorChange;
  at: Date;
  codesLeft: number;
}

type AccountSite = Site & { supportContact: string | null };

export function renderTwoFactorMail(news: News, site: AccountSite): Message {
  const { subject, sentence, next } = words[news.change](news);
  const stranger =
    news.change === 'off_by_administrator' ? 'If you did not ask for this' : 'If this was not you';
  const danger =
    news.change === 'guessed'
      ? 'somebody else knows your password'
      : 'somebody else may be using your account';
  return composeMail({
    to: news.email,
    subject,
    preview: sentence,
    site,
    because: 'You are receiving this email because this is the address of an account on this site.',
    stopping: stopByDeletingAccount(site),
    parts: [
      opening(news.username, sentence),
      title(subject),
      facts([{ label: 'When', value: formatMoment(news.at, site.timeZone) }]),
      ...next.map(paragraph),
      paragraph(
        `${stranger}, ${danger}: choose a new password and sign out on all other devices. If you cannot log in, contact ${site.supportContact ?? 'the people who run this site'}.`,
      ),
      button('Open Account security', `${site.publicUrl}/profile/security`),
    ],
  });
}

interface Words {
  subject: string;
  sentence: string;
  next: string[];
}

const words: Record<TwoFactorChange, (news: News) => Words> = {
  on: () => ({
    subject: 'Two-factor authentication is on',
    sentence: 'From now on, a login to your account needs your password and a code from your app.',
    next: [
      'Keep the ten recovery codes in a safe place, away from your phone. Each of them lets you log in once without the app.',
    ],
  }),
  off: () => ({
    subject: 'Two-factor authentication is off',
    sentence: 'Two-factor authentication was switched off. Your password alone now opens your account.',
    next: [],
  }),
  off_by_administrator: () => ({
    subject: 'Two-factor authentication was switched off',
    sentence:
      'An administrator of this site has switched off two-factor authentication for your account. Your password alone now opens it.',
    next: ['You can set it up again with your new phone.'],
  }),
  recovery_code_used: ({ codesLeft }) => ({
    subject: 'A recovery code was used to log in',
    sentence: 'Somebody has logged in to your account with your password and a recovery code.',
    next: [describeCodesLeft(codesLeft)],
  }),
  guessed: () => ({
    subject: 'Somebody may know your password',
    sentence:
      'Somebody has entered your password and then three wrong codes. The wrong codes did not open your account.',
    next: ['If you mistyped the codes yourself, there is nothing to do.'],
  }),
  new_recovery_codes: () => ({
    subject: 'You have new recovery codes',
    sentence: 'New recovery codes were created for your account. The old ones do not work any more.',
    next: [],
  }),
};

function describeCodesLeft(count: number): string {
  if (count === 0)
    return 'It was the last one. Create new recovery codes now, so that you can always log in.';
  const left = count === 1 ? '1 recovery code' : `${count} recovery codes`;
  return `You have ${left} left. You can create new ones at any time.`;
}
