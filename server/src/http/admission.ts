import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDiskFull } from '../db/failures.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';

/**
 * Refuses new requests while at least `waiting` tasks queue for a database connection and a new one would wait longer
 * than `waitMs`. Refuses a costly task, such as drawing a ticket, that would wait longer than `costlyWaitMs`.
 */
export interface OverloadLimits {
  waiting: number;
  waitMs: number;
  costlyWaitMs?: number;
}

/** A rush of 250 requests is served, within some seconds. In a longer queue, most people would give up. */
const overloadLimits: OverloadLimits = { waiting: 250, waitMs: 1_000 };

/**
 * Monitoring must work under overload. A webhook is quick work, and the provider would repeat a refused one only much
 * later.
 */
const neverRefused = new Set(['/api/health', '/api/ready', '/api/stripe/webhook', '/metrics']);

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests before any work is done for them. Under overload, refuses requests that need the database. On a full
 * disk, refuses requests that may write to the disk.
 */
export function refuseEarly(app: FastifyInstance, deps: Deps): void {
  const { waiting, waitMs } = deps.overloadLimits ?? overloadLimits;
  const findSpaceRefusal = callbackify(async () =>
    (await deps.disk.isFull()) ? new ApiError('storage_full') : undefined,
  );
  app.addHook('onRequest', (request, _reply, done) => {
    if (!usesDatabase(request)) return done();
    const isOverloaded = deps.load.waiting() >= waiting && deps.load.expectWaitMs() > waitMs;
    if (isOverloaded && !neverRefused.has(request.routeOptions.url ?? ''))
      return done(new ApiError('unavailable'));
    if (!needsSpace(request, deps)) return done();
    findSpaceRefusal((failure: Error | null, refusal?: Error) => done(failure ?? refusal));
  });
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) deps.disk.noteFull();
  });
}

/** Uploaded pictures and the web's static files do not need the database. */
function usesDatabase({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return /^\/(?:(?:api|feeds|share)\/|sitemap|\*$)/.test(url);
}

/**
 * Tells whether the request may write to a disk of this process. On a full disk, a failed write of the embedded
 * database keeps this process busy for ever.
 */
function needsSpace({ method, headers }: FastifyRequest, { config }: Deps): boolean {
  if (reads.has(method)) return false;
  return !config.databaseUrl || /^multipart\//i.test(headers['content-type'] ?? '');
}
