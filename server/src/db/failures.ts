/** What PostgreSQL, embedded or not, says of a failed statement. */
interface DatabaseFailure {
  code: string;
  constraint?: string;
}

function isFailure(error: unknown): error is Error & DatabaseFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Whether the statement was refused by this constraint or unique index. */
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

/** Whether the database could not be reached, as against having refused the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFailure(error) && (goneCodes.has(error.code) || error.code.startsWith('08'))) return true;
  return goneMessages.test(error.message);
}

/** Deadlock and serialization failure: the statement was right, and may well pass when it is tried again. */
const lostCodes = new Set(['40P01', '40001']);

/** Whether PostgreSQL gave the transaction up in favour of another one. */
export function lostToAnother(error: unknown): boolean {
  return isFailure(error) && lostCodes.has(error.code);
}
