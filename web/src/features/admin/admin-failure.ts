import { CallError } from '../../api/call-error.ts';

/** The message for a failed call: the server's `msg`, else its `message`, else the error's text, else the fallback. */
export function describeAdminFailure(error: unknown, fallback: string): string {
  if (error instanceof CallError) return error.code === 'unknown' ? fallback : error.msg;
  return error instanceof Error && error.message ? error.message : fallback;
}

const missingCodes: readonly string[] = [
  'user_not_found',
  'team_not_found',
  'not_found',
  'validation_failed',
];

/**
 * Whether the error means that the user or team of this page does not exist. `validation_failed` counts too,
 * because the server sends this code if the id in the web address is not a number.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && missingCodes.includes(error.code);
}
