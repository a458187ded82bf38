import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const LENGTHS = {
  ch: 24,
  cs_test: 58,
  cus: 14,
  du: 24,
  evt: 24,
  li: 24,
  pi: 24,
  pm: 24,
  price: 24,
  prod: 14,
  re: 24,
  req: 14,
} as const;

/** Creates an id such as `pi_3kX…`: a prefix, then random letters and digits. */
export function makeId(prefix: keyof typeof LENGTHS): string {
  return `${prefix}_${makeToken(LENGTHS[prefix])}`;
}

export function makeToken(length: number): string {
  let token = '';
  while (token.length < length) {
    for (const byte of randomBytes(length)) {
      // The alphabet has 62 characters. Only bytes below 4 × 62 = 248 are used, so that each character is equally
      // likely.
      if (byte < 248 && token.length < length) token += ALPHABET[byte % 62];
    }
  }
  return token;
}
