import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Paths contain ticket codes and checkout sessions, and a reader of the log could misuse them. */
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
