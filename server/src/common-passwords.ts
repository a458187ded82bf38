import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { leastPasswordLength } from '@foyer/contract/fields.ts';

const commonCount = 10_000;

const commonPasswords = readCommonPasswords();

/**
 * The package lists common passwords in lower case, the most common first. Read the file instead of importing the
 * package, because an import would keep 50,000 passwords and other word lists in memory.
 */
function readCommonPasswords(): ReadonlySet<string> {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'));
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return new Set(passwords.filter(({ length }) => length >= leastPasswordLength).slice(0, commonCount));
}

/** Tells whether this is one of the 10,000 most common passwords, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}
