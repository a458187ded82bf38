import pino, { type DestinationStream, type Logger } from 'pino';

/**
 * The error fields that the log may contain: codes, and names in Foyer's own database and network. Other fields may
 * hold personal data, such as the values of a failed statement, or the recipient's email address in a mail server's
 * answer.
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

const maxDepth = 4;

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  [field: string]: unknown;
}

/** Log errors as `err` and the data of jobs as `data`, because personal data is removed only from these two fields. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const serializers = { err: (error: unknown) => describeError(error), data: describeData };
  return pino({ level, serializers }, destination);
}

function describeData(data: unknown): unknown {
  return JSON.parse(hideAddresses(JSON.stringify(data ?? null)));
}

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

/**
 * Removes quoted values, because PostgreSQL's errors may quote personal data, as in `invalid input syntax for type
 * integer: "…"`.
 */
function hideValues(error: Error): string {
  const isAboutData = 'severity' in error && 'code' in error && String(error.code).startsWith('22');
  return hideAddresses(isAboutData ? error.message.replace(/"[^]*"/, '"…"') : error.message);
}

function hideAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '(an email address)');
}
