import { ConfigError } from './config-values.ts';
import { isDatabaseUnavailable, isDiskFull } from './db/failures.ts';
import { FolderInUseError } from './db/lock-folder.ts';

/** Describes an error: with a sentence when the operator can solve the problem, otherwise with a stack trace. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderInUseError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use. Stop the program that uses it, or choose another port, such as PORT=3001.';
  }
  if (isDiskFull(error))
    return `The disk is full (${String(error)}): free some space, and start Foyer again.`;
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached: ${String(error)}. Check DATABASE_URL.`;
  return error instanceof Error && error.stack ? error.stack : String(error);
}
