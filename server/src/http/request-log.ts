import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

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

/** Logs an answer that was sent before Fastify saw its request. The line has the form of all other lines. */
export function logEarlyAnswer(
  { log, config }: Pick<Deps, 'log' | 'config'>,
  request: IncomingMessage,
  { method, route, status, seconds }: { method: string; route: string; status: number; seconds: number },
): void {
  log.info(
    {
      reqId: randomUUID(),
      req: { method, route, remoteAddress: findAddress(request, config.proxies) },
      res: { statusCode: status },
      responseTime: seconds * 1000,
    },
    'request completed',
  );
}

/** Finds the address that the outermost of Foyer's own proxies saw, like Fastify's `request.ip`. */
function findAddress({ headers, socket }: IncomingMessage, proxies: number): string | undefined {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...forwarded.map((address) => address.trim()).filter(Boolean), socket.remoteAddress];
  return hops[Math.max(0, hops.length - 1 - proxies)];
}

/** Logs a request once, when it has been answered, because a line for the log takes as long as an answer from memory. */
export class OneLineForEach extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...facts, err: error }, 'request errored');
    else request.log.info(facts, 'request completed');
  }
}
