import { randomInt } from 'node:crypto';

const codesInSet = 10;

/**
 * The characters 0, 1, i, l and o are left out, because people confuse them. A code has fifteen of these 31 characters,
 * which is about 74 random bits.
 */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

const groupLength = 5;

export function createRecoveryCodes(): string[] {
  return Array.from({ length: codesInSet }, () => [1, 2, 3].map(createGroup).join('-'));
}

function createGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** People may type spaces, dashes or capital letters. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}
