import { randomBytes } from 'node:crypto';

/** No letter of this alphabet looks like a digit. It has 32 characters, so each holds five random bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes a random code of ten characters for people to read and type, as the database function `make_code` does. */
export function makeShortCode(): string {
  return Array.from(randomBytes(10), (byte) => alphabet.charAt(byte & 31)).join('');
}

/** Makes what a ticket's QR code holds: 144 random bits in base64url. */
export function makeTicketCode(): string {
  return randomBytes(18).toString('base64url');
}
