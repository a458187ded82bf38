import { isDatabaseUnavailable, isDiskFull } from './db/failures.ts';
import { OperatorError } from './operator-error.ts';

/** Describes an error: with a sentence when the operator can solve the problem, otherwise with a stack trace. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (isDiskFull(error))
    return `The disk is full (${String(error)}): free some space, and start Foyer again.`;
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached: ${String(error)}. Check DATABASE_URL.`;
  if (!(error instanceof Error)) return String(error);
  const remedy = findRemedy(error);
  return remedy ? `${error.message}. ${remedy}` : (error.stack ?? String(error));
}

function findRemedy(error: Error): string | undefined {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  const isAboutFile = 'path' in error;
  return remedies[error.code] ?? (isAboutFile ? fileRemedies[error.code] : undefined);
}

const ownFolder = 'Run this as the user that owns the folder, or choose another folder.';
const fileRemedies: Record<string, string> = {
  EACCES: ownFolder,
  EPERM: ownFolder,
  EROFS: ownFolder,
  ENOTDIR: 'A part of this path is a file: choose another folder.',
};

const remedies: Record<string, string> = {
  EADDRINUSE: 'Stop the program that uses the port, or choose another port, such as PORT=3001.',
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '28000': 'Check the user in DATABASE_URL, and who may connect in pg_hba.conf.',
  '3D000': 'Create the database, or check its name in DATABASE_URL.',
  '42501': 'Make the user of DATABASE_URL the owner of the database.',
};
