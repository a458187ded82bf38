import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * The fields of an error that the log may contain: codes and names of things in our own database and network. Other
 * fields may hold personal data. The driver, for example, adds the values of the failed statement in `detail`, `where`
 * and `params`, and the mail library adds the server's answer with the recipient's address.
 */
const loggedFields = [
  'code',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'statusCode',
  'syscall',
  'errno',
  'address',
  'port',
  'command',
  'responseCode',
] as const;

/** How many causes of an error are logged. */
const maxDepth = 4;

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  [field: string]: unknown;
}

/** Creates the log. Errors must be logged as `err` and the data of jobs as `data`, so that they are written
 * without personal data. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const serializers = { err: (error: unknown) => describeError(error), data: describeData };
  return pino({ level, serializers }, destination);
}

/** Writes the data of a job, without the addresses in it. */
function describeData(data: unknown): unknown {
  return JSON.parse(hideAddresses(JSON.stringify(data ?? null)));
}

/** Writes the error's name and message, without personal data. */
export function summarizeError(error: unknown): string {
  const { type, message } = describeError(error);
  return `${type}: ${message}`;
}

function describeError(thrown: unknown, depth = 0): LoggedError {
  const error = toError(thrown);
  const message = hideValues(error);
  const described: LoggedError = {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message,
    stack: hideAddresses((error.stack ?? '').replaceAll(error.message, () => message)),
  };
  for (const [field, value] of Object.entries(error)) {
    if (loggedFields.some((name) => name === field)) described[field] = value;
  }
  if (depth < maxDepth) {
    if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
    if (error instanceof AggregateError)
      described.errors = error.errors.map((one) => describeError(one, maxDepth));
  }
  return described;
}

/** The job queue reports errors as plain objects with the fields of an error. */
function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  return hasMessage ? Object.assign(new Error(String(thrown.message)), thrown) : new Error(String(thrown));
}

/** PostgreSQL's errors about data, such as `invalid input syntax for type integer: "…"`, quote the data. */
function hideValues(error: Error): string {
  const isAboutData = 'severity' in error && 'code' in error && String(error.code).startsWith('22');
  return hideAddresses(isAboutData ? error.message.replace(/"[^]*"/, '"…"') : error.message);
}

function hideAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '(an email address)');
}
