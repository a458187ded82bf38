import { CallError } from '../../api/call-error.ts';

/** The server's msg, else its message, else the error's own words, else the given ones. */
export function describeAdminFailure(error: unknown, fallback: string): string {
  if (error instanceof CallError) return error.code === 'unknown' ? fallback : error.msg;
  return error instanceof Error && error.message ? error.message : fallback;
}
