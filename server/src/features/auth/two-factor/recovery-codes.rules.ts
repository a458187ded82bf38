import { randomInt } from 'node:crypto';

const codesInSet = 10;

/**
 * The characters 0, 1, i, l and o are left out, because people confuse them. Fifteen of these 31 characters are about
 * 74 random bits.
 */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

const groupLength = 5;

export function createRecoveryCodes(): string[] {
  return Array.from({ length: codesInSet }, () => [1, 2, 3].map(createGroup).join('-'));
}

function createGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Removes spaces and dashes and converts capital letters, because people add them when they type a code. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}
