import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/**
 * The limits on how long a request may take to arrive. Without these limits, half-sent requests would stay open for
 * ever.
 */
export interface RequestTimes {
  /** The limit for headers, and for bodies other than forms. */
  bodyMs: number;
  /** The limit for a form with its file. Even a slow connection sends 5 MB in this time. */
  formMs: number;
  /** Once a form has been arriving for this long, its average speed must be at least `formBytesPerSecond`. */
  formGraceMs: number;
  formBytesPerSecond: number;
  /** The interval at which Node looks for requests that have exceeded a limit. */
  lookMs: number;
}

export const requestTimes: RequestTimes = {
  bodyMs: 30_000,
  formMs: 120_000,
  formGraceMs: 10_000,
  formBytesPerSecond: 8_000,
  lookMs: 5_000,
};

/**
 * Node's own limits apply to headers, and to bodies that no route reads. `requestTimeout` is longer than the limit of
 * forms, so that Node ends no form before it.
 */
export function connectionTimes(times: RequestTimes) {
  return {
    requestTimeout: Math.max(times.bodyMs, times.formMs) + times.lookMs,
    http: { headersTimeout: times.bodyMs, connectionsCheckingInterval: times.lookMs },
  };
}

/**
 * Answers 408 to a body that takes too long to arrive, and closes the network connection. Forms have a limit of their
 * own.
 */
export function limitBodyTime(app: FastifyInstance, { bodyMs }: RequestTimes): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request) || /^multipart\//i.test(request.headers['content-type'] ?? '')) return done();
    const timer = setTimeout(() => {
      // The reader of the body treats this as a broken connection, and Fastify answers with the error. Without a
      // reader, the answer has been sent already.
      if (payload.listenerCount('error') > 0) payload.emit('error', new ApiError('request_timeout'));
    }, bodyMs);
    const stop = () => clearTimeout(timer);
    request.raw.once('end', stop);
    reply.raw.once('close', stop);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
