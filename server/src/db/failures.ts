/** The fields that PostgreSQL, embedded or not, adds to the error of a failed statement. */
interface DatabaseFailure {
  code: string;
  constraint?: string;
}

function isFailure(error: unknown): error is Error & DatabaseFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Whether this constraint or unique index refused the statement. */
export function violates(error: unknown, constraint: string): boolean {
  return isFailure(error) && error.code.startsWith('23') && error.constraint === constraint;
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

/** Whether the database could not be reached. False when the database refused the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFailure(error) && (goneCodes.has(error.code) || error.code.startsWith('08'))) return true;
  return goneMessages.test(error.message);
}

/** Deadlock and serialization failure: the same statement may succeed when it is tried again. */
const lostCodes = new Set(['40P01', '40001']);

/** Whether PostgreSQL ended this transaction in favour of another one. */
export function isTransactionConflict(error: unknown): boolean {
  return isFailure(error) && lostCodes.has(error.code);
}

/** PostgreSQL's code for a full disk, and those of the operating system for a full disk and a used-up quota. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** How deep the cause of an error may be. Libraries wrap the error of the file system in one of their own. */
const maxDepth = 4;

/** Whether something could not be written because the disk of Foyer or of its database is full. */
export function isDiskFull(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  return (isFailure(error) && fullCodes.has(error.code)) || isDiskFull(error.cause, depth + 1);
}
