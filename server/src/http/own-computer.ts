import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../config-addresses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';

/** Headers that proxies and tunnels add to the requests that they pass on. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Lets only this computer use a development site, because everybody knows the demo passwords. Refuses requests that a
 * tunnel passed on (forwarding headers), and foreign host names, which another site can point at this computer.
 */
export function refuseOtherComputers(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  if (!config.devPages) return;
  app.addHook('onRequest', (request, _reply, done) =>
    done(isOtherComputer(request) ? new ApiError('misdirected_request') : undefined),
  );
}

export function isOtherComputer({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  return isForwarded || !isOwnHost(headers.host ?? '');
}

/** The last host that was found to be this computer, because reading a host takes as long as an answer from memory. */
let lastOwnHost: string | undefined;

function isOwnHost(host: string): boolean {
  if (host === lastOwnHost) return true;
  if (!isLoopback(URL.parse(`http://${host}`)?.hostname ?? '')) return false;
  lastOwnHost = host;
  return true;
}
