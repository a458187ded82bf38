interface DatabaseFailure {
  code: string;
  constraint?: string;
}

function isFailure(error: unknown): error is Error & DatabaseFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

export function violates(error: unknown, constraint: string): boolean {
  return isFailure(error) && error.code.startsWith('23') && error.constraint === constraint;
}

/** The foreign keys from what an actor does to the account of the actor. */
const actorKeys = [
  'audit_entries_actor_fk',
  'events_creator_fk',
  'refunds_requested_by_fk',
  'team_invitations_invited_by_fk',
];

/** Tells whether a write failed because the account of its actor was deleted while the write waited. */
export function isActorDeleted(error: unknown): boolean {
  return actorKeys.some((key) => violates(error, key));
}

const goneCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

const goneMessages =
  /timeout exceeded when trying to connect|connection terminated|client has encountered a connection error/i;

/** Tells whether the database could not be reached. The result is false when the database refused the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFailure(error) && (goneCodes.has(error.code) || error.code.startsWith('08'))) return true;
  return goneMessages.test(error.message);
}

/** The codes of a deadlock and of a serialization failure. The same statement may succeed at the next attempt. */
const lostCodes = new Set(['40P01', '40001']);

export function isTransactionConflict(error: unknown): boolean {
  return isFailure(error) && lostCodes.has(error.code);
}

/**
 * The error codes for a full disk: PostgreSQL's code, and the operating system's codes for a full disk and a used-up
 * quota.
 */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/**
 * Libraries wrap errors of the file system in their own errors. `isDiskFull` looks this many levels deep for the disk
 * error.
 */
const maxDepth = 4;

/** Tells whether a write failed because the disk of Foyer or of the database is full. */
export function isDiskFull(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  return (isFailure(error) && fullCodes.has(error.code)) || isDiskFull(error.cause, depth + 1);
}
