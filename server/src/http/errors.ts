import { errorTable, type ErrorAnswer, type ErrorCode, type FieldError } from '@foyer/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isActorDeleted, isDatabaseUnavailable, isDiskFull, isTransactionConflict } from '../db/failures.ts';
import { isPageAddress } from './page-address.ts';
import { renderOutagePage } from './plain-page.ts';

interface Details {
  msg?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /**
   * Whether the answer closes the network connection, because Foyer gives the request up before all of it has arrived.
   */
  closes?: boolean;
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/** An expected error. The code decides the HTTP status, and people read the message. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.msg ?? errorTable[code].msg, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** Creates an error about one field, in the same form that a failed validation has. */
export function fieldError(field: string, message: string): ApiError {
  return fieldErrors([field], message);
}

/** The same message for several fields. */
export function fieldErrors(fields: readonly string[], message: string): ApiError {
  const errors = fields.map((field) => ({ field, message }));
  return new ApiError('validation_failed', { msg: message, errors });
}

/** The message says when to try again. `reason` is a sentence that says what there was too much of. */
export function tooManyRequests(seconds: number, reason = 'Too many attempts.'): ApiError {
  const msg = `${reason} Please try again in ${spellOutWait(seconds)}.`;
  return new ApiError('too_many_requests', { msg, retryAfterSeconds: seconds });
}

/** Round the waiting time up, because a request before its end would be refused again. */
function spellOutWait(seconds: number): string {
  if (seconds <= 90) return countWord(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? countWord(minutes, 'minute') : countWord(Math.ceil(minutes / 60), 'hour');
}

function countWord(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_REQ_FILE_TOO_LARGE: 'image_too_large',
  FST_FILES_LIMIT: 'malformed_body',
  FST_PARTS_LIMIT: 'malformed_body',
  FST_FIELDS_LIMIT: 'malformed_body',
  FST_PROTO_VIOLATION: 'malformed_body',
  FST_INVALID_JSON_FIELD_ERROR: 'malformed_body',
};

export const retryAfterSeconds = 5;

/** A full disk needs a person who makes room, so callers must wait longer. */
const retryWhenFullSeconds = 60;

/** Answers every error in the same JSON form. Unexpected errors are logged, and callers do not see their details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(asApiError(error), error, request, reply),
  );
}

/** Answers a request that has no route. */
export function answerMissingRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = new ApiError('route_not_found');
  return sendError(error, error, request, reply);
}

/**
 * Answers a request whose path the router cannot decode. Fastify passes it neither to the error handlers
 * above nor to the log.
 */
export function answerUnreadableAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void sendError(new ApiError('route_not_found'), error, request, reply);
  request.log.info({ req: request, res: reply }, 'request completed');
}

interface ConnectionRefusal {
  code: ErrorCode;
  status?: number;
  msg?: string;
}

const unreadable: ConnectionRefusal = { code: 'malformed_body', msg: 'The request could not be read' };

/** The answers to requests that Node refuses before they reach a route, by Node's error code. */
const connectionRefusals: Partial<Record<string, ConnectionRefusal>> = {
  HPE_INVALID_METHOD: { code: 'route_not_found' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout' },
  HPE_HEADER_OVERFLOW: { ...unreadable, status: 431 },
};

/**
 * Answers a request that Node refuses, for example because it is not HTTP. Node passes only the socket, so this writes
 * the whole HTTP response.
 */
export function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const refusal = connectionRefusals[error.code ?? ''] ?? unreadable;
  const { code, status = errorTable[code].status, msg = errorTable[code].msg } = refusal;
  const answer: ErrorAnswer = { status: 'error', code, msg };
  const body = JSON.stringify(answer);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  // Close the network connection even if the caller keeps its own end open.
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function asApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  // Fastify throws a 404 when it does not know the method of the request.
  if (error.statusCode === 404) return new ApiError('route_not_found');
  const code = fastifyCodes[error.code];
  if (code) return new ApiError(code);
  if (isActorDeleted(error)) return new ApiError('invalid_token');
  if (isDiskFull(error)) return new ApiError('storage_full');
  if (isDatabaseUnavailable(error) || isTransactionConflict(error)) return new ApiError('unavailable');
  if (error.statusCode === 400) return new ApiError('malformed_body');
  return new ApiError('internal_error');
}

function sendError(error: ApiError, cause: Error, request: FastifyRequest, reply: FastifyReply) {
  const { status } = errorTable[error.code];
  if (status >= 500) request.log.error({ err: cause }, 'request failed');
  const wait = error.details.retryAfterSeconds ?? usualWait(error.code);
  if (error.details.closes || error.code === 'request_timeout') closeAfterAnswer(request, reply);
  if (wait !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(wait)));
  // A route may have said already how long caches keep its answer. They must not keep the error instead.
  reply.removeHeader('etag').header('cache-control', 'no-store');
  const answer: ErrorAnswer = { status: 'error', code: error.code, msg: error.message };
  if (error.details.errors) answer.errors = error.details.errors;
  if (status === 500) answer.request_id = request.id;
  const page = findErrorPage(error, request);
  if (page !== undefined) return reply.status(status).type('text/html; charset=utf-8').send(page);
  return reply.status(status).send({ ...error.details.extra, ...answer });
}

function usualWait(code: ErrorCode): number | undefined {
  if (code === 'storage_full') return retryWhenFullSeconds;
  return errorTable[code].status === 503 ? retryAfterSeconds : undefined;
}

/** Also stops all readers of the request. */
function closeAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  raw.socket.once('close', () => raw.destroy());
}

/** Finds the page that says to a person what the error says to a program. */
function findErrorPage(error: ApiError, request: FastifyRequest): string | undefined {
  // A form that is sent to a page's address gets a page too, so the method does not matter.
  const isShown = asksForPage(request) && errorTable[error.code].status === 503;
  return isShown ? renderOutagePage(error.message) : undefined;
}

/** Whether a browser wants to show the answer as a page, and its address may be that of a page. */
export function asksForPage({ url, headers }: FastifyRequest): boolean {
  return isPageAddress(url) && /\btext\/html\b/.test(headers.accept ?? '');
}
