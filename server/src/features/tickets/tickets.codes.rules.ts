import { randomBytes } from 'node:crypto';

/**
 * The letters I, L, O and U are left out, because people confuse I, L and O with digits. There are 32 characters, so
 * each character holds five random bits.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes a random code that people can read and type, as the database function `make_code` does. */
export function makeShortCode(): string {
  return Array.from(randomBytes(10), (byte) => alphabet.charAt(byte & 31)).join('');
}

/** 144 random bits in base64url, for the QR code. */
export function makeTicketCode(): string {
  return randomBytes(18).toString('base64url');
}
