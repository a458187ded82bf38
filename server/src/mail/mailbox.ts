import { hashAddress } from './mail-stops.ts';

/** The domains of a mail service that delivers `a.b@…` and `ab@…` to the same mailbox. */
const withoutDots = ['gmail.com', 'googlemail.com'];

/**
 * Identifies a mailbox for the limits of mails to it. Mail servers deliver `a+b@…` and `a@…` to the same mailbox, so both
 * have the same hash.
 */
export function hashMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const box = name.replace(/\+.*/, '');
  const mailbox = withoutDots.includes(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
  return hashAddress(mailbox).toString('base64url');
}
