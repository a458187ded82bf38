import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/**
 * The same log, in which a request is told by its route and not its address: ticket codes and checkout
 * sessions stand in addresses, and whoever reads them in a log could use them.
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
