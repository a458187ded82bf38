import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { createMetrics } from './metrics.service.ts';

/** Serves `/metrics` to clients that send the token. Without the setting METRICS, this path answers 404. */
export function registerMetricsRoutes(app: FastifyInstance, deps: Deps): void {
  const { metricsToken } = deps.config;
  if (metricsToken === null) return;
  const metrics = createMetrics(deps, () => app.publicAnswers.count());
  app.publicAnswers.listen((answered) => metrics.observe(answered));
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    metrics.observe({ method: request.method, route, status: reply.statusCode, seconds });
    done();
  });
  app.get('/metrics', async ({ headers }, reply) => {
    if (!headers.authorization) throw new ApiError('no_token');
    if (!isSame(headers.authorization, `Bearer ${metricsToken}`)) throw new ApiError('invalid_token');
    return reply
      .headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
      .send(await metrics.write());
  });
}

/**
 * The comparison takes the same time for every wrong token, so that nobody can guess a token character by character.
 */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
