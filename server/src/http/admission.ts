import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDiskFull } from '../db/failures.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';

/** New requests are refused while this much work waits for a connection and more would have to wait for this long. */
export interface OverloadLimits {
  waiting: number;
  waitMs: number;
}

/**
 * A rush of 250 requests is served, even if the last ones wait some seconds. Beyond that, most requests would be
 * answered after their senders have given up.
 */
const overloadLimits: OverloadLimits = { waiting: 250, waitMs: 1_000 };

/**
 * Monitoring must get through when nothing else does. A webhook is short, and the provider would repeat it much later
 * than a person tries again.
 */
const neverRefused = new Set(['/api/health', '/api/ready', '/api/stripe/webhook', '/metrics']);

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests before any work is done for them: all that need the database under overload, so that those under way
 * are answered in time, and those that write when the disk is full.
 */
export function refuseEarly(app: FastifyInstance, deps: Deps): void {
  const { waiting, waitMs } = deps.overloadLimits ?? overloadLimits;
  app.addHook('onRequest', async (request) => {
    if (!usesDatabase(request)) return;
    const isOverloaded = deps.load.waiting() >= waiting && deps.load.expectWaitMs() > waitMs;
    if (isOverloaded && !neverRefused.has(request.routeOptions.url ?? '')) throw new ApiError('unavailable');
    if (needsSpace(request, deps) && (await deps.disk.isFull())) throw new ApiError('storage_full');
  });
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) deps.disk.noteFull();
  });
}

/** Whether the request is for the API or for a page. Files of the web and pictures do not need the database. */
function usesDatabase({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') || url === '/*';
}

/**
 * Whether the request may write to one of this process's own disks. The embedded database must not run out of space:
 * when it cannot write its log, it keeps this process busy for ever.
 */
function needsSpace({ method, headers }: FastifyRequest, { config }: Deps): boolean {
  if (reads.has(method)) return false;
  return !config.databaseUrl || /^multipart\//i.test(headers['content-type'] ?? '');
}
