import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** How long a whole request may take to arrive. Without these limits, half-sent requests would stay open for ever. */
export interface RequestTimes {
  /** For the headers, and for a body that is not a form. */
  bodyMs: number;
  /** For a form with its file: enough for 5 MB over a slow connection. */
  formMs: number;
  /** After this time, a form must have arrived at `formBytesPerSecond` on average. */
  formGraceMs: number;
  formBytesPerSecond: number;
  /** How often Node looks for connections that are over their time. */
  lookMs: number;
}

export const requestTimes: RequestTimes = {
  bodyMs: 30_000,
  formMs: 120_000,
  formGraceMs: 10_000,
  formBytesPerSecond: 8_000,
  lookMs: 5_000,
};

/** Node's own limits: for headers, and for bodies that no route reads. They must not end a form before its time. */
export function connectionTimes(times: RequestTimes) {
  return {
    requestTimeout: Math.max(times.bodyMs, times.formMs) + times.lookMs,
    http: { headersTimeout: times.bodyMs, connectionsCheckingInterval: times.lookMs },
  };
}

/** Answers 408 to a body that takes too long to arrive, and closes the connection. Forms have a limit of their own. */
export function limitBodyTime(app: FastifyInstance, { bodyMs }: RequestTimes): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request) || /^multipart\//i.test(request.headers['content-type'] ?? '')) return;
    const timer = setTimeout(() => {
      // The body reader takes this for a failed connection and answers with our error. Without a reader, the request was
      // answered already.
      if (payload.listenerCount('error') > 0) payload.emit('error', new ApiError('request_timeout'));
    }, bodyMs);
    const stop = () => clearTimeout(timer);
    request.raw.once('end', stop);
    reply.raw.once('close', stop);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
