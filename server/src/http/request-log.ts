import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/**
 * A logger that writes a request's route instead of its address. Addresses contain ticket codes and checkout
 * sessions, which a reader of the log could use.
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
