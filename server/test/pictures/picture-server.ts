import type { LookupAddress } from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createPictureFetcher } from '../../src/storage/fetch-picture.ts';
import { isPublicAddress } from '../../src/storage/public-address.ts';
import { certificate, key } from './certificate.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const local = '127.0.0.1';

interface FetcherOptions {
  /** The network addresses of each host. A host that is not listed has the network address of the local server. */
  hosts?: Record<string, string[]>;
  /** Whether the fetcher treats the local server's address as public, which most tests need. */
  reachesLocal?: boolean;
  maxBytes?: number;
  maxMs?: number;
}

/** Starts a server that stands for other sites. */
export async function startPictureServer() {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.headers.host}${path}`);
    const answer = answers.get(path);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, local, resolve));
  const { port } = server.address() as AddressInfo;
  const answer = (path: string, how: Answer) => void answers.set(path, how);
  return {
    port,
    asked,
    answer,
    send: (path: string, content: Buffer) => answer(path, (_request, response) => response.end(content)),
    redirect: (path: string, location: string) =>
      answer(path, (_request, response) => response.writeHead(302, { location }).end()),
    createFetcher({ hosts = {}, reachesLocal = true, ...limits }: FetcherOptions = {}) {
      return createPictureFetcher({
        async resolve(host): Promise<LookupAddress[]> {
          return (hosts[host] ?? [local]).map((address) => ({
            address,
            family: address.includes(':') ? 6 : 4,
          }));
        },
        isPublic: (address) => (reachesLocal && address === local) || isPublicAddress(address),
        port,
        ca: certificate,
        ...limits,
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
