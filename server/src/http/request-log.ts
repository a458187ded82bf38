import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/**
 * The log names routes instead of paths, because paths contain ticket codes and checkout sessions that a reader of the
 * log could misuse.
 */
export function nameRoutesOnly(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { serializers: { req: describeRequest } });
}

function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? null,
    remoteAddress: request.ip,
  };
}
