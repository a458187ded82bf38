import type { BadgeTone } from '../../../ui/badge.tsx';
import type { UserMail } from '../admin.api.ts';

/** Names what a mail is about, such as `Verify email` for `verify-email`. */
export function nameMail({ kind }: Pick<UserMail, 'kind'>): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function describeMail({ sent_at, refused }: Pick<UserMail, 'sent_at' | 'refused'>): {
  word: string;
  tone: BadgeTone;
} {
  if (refused) return { word: 'Refused', tone: 'bad' };
  return sent_at === null ? { word: 'Sending', tone: 'warn' } : { word: 'Sent', tone: 'good' };
}
