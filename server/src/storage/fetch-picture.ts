import { lookup as resolveHost, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import type { PictureFailure } from '@foyer/contract/pictures.ts';
import pLimit from 'p-limit';
import { isPublicAddress } from './public-address.ts';

/** Throws `PictureError`. */
export type FetchPicture = (address: string) => Promise<Buffer>;

/** A picture could not be fetched. Only the failure `unreachable` may be temporary. */
export class PictureError extends Error {
  readonly failure: PictureFailure;

  constructor(failure: PictureFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

interface Network {
  resolve: (host: string) => Promise<LookupAddress[]>;
  isPublic: (address: string) => boolean;
  port: number;
  /** The certificate authorities to trust instead of the usual ones. */
  ca?: string;
  maxBytes: number;
  /** Fetching one picture may take this long, with all redirects. */
  maxMs: number;
}

const internet: Network = {
  resolve: (host) => promisify(resolveHost)(host, { all: true }),
  isPublic: isPublicAddress,
  port: 443,
  maxBytes: 10 * 1024 * 1024,
  maxMs: 10_000,
};

const maxRedirects = 3;

/** A process fetches this many pictures at the same time. Each picture may take 10 MB of memory. */
const maxAtOnce = 2;

/** An organiser chooses the web address, so Foyer may reach only the public internet. Tests choose another network. */
export function createPictureFetcher(network: Partial<Network> = {}): FetchPicture {
  const inTurn = pLimit(maxAtOnce);
  return (address) => inTurn(fetchPicture, { ...internet, ...network }, address);
}

async function fetchPicture(network: Network, address: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(network.maxMs);
  let url = readAddress(address);
  // Web addresses from older clients may begin with http, but Foyer sends no request without TLS.
  if (url.protocol === 'http:') url.protocol = 'https:';
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await open(network, url, signal);
      const location = findRedirect(response);
      if (location === undefined) return await readBody(response, network.maxBytes);
      url = readAddress(location, url);
    }
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('unreachable', 'The picture could not be fetched', error);
  }
  throw new PictureError('not_found', 'Too many redirects');
}

function readAddress(address: string, base?: URL): URL {
  if (URL.canParse(address, base?.href)) return new URL(address, base);
  throw new PictureError('not_found', 'Not an address');
}

/**
 * Sends the request to the IP addresses that were checked, because a second look-up of the host name could return
 * others.
 */
async function open(network: Network, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' || url.port !== '') {
    throw new PictureError('not_public', 'Not an https address on the usual port');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await findPublicAddresses(network, host, signal);
  const sent = request({
    host,
    port: network.port,
    path: url.pathname + url.search,
    headers: { host: url.host, accept: 'image/*', 'user-agent': 'Foyer' },
    ca: network.ca,
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    },
  });
  return new Promise((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
    // A server that answers 101 ends the request without a response and without an error.
    sent.on('close', () => reject(new Error('No response'))).end();
  });
}

async function findPublicAddresses(network: Network, host: string, signal: AbortSignal) {
  const family = isIP(host);
  const addresses = family
    ? [{ address: host, family }]
    : await orAborted(network.resolve(host).catch(findNothing), signal);
  // One private IP address among several is enough to refuse the host, because no honest site has both kinds.
  if (addresses.length === 0 || !addresses.every(({ address }) => network.isPublic(address))) {
    throw new PictureError('not_public', `${host} is not on the public internet`);
  }
  return addresses;
}

/**
 * Turns the error for an unknown host name into an empty list, which the caller refuses like a private IP address.
 * Otherwise organisers could find out which names exist in the operator's network.
 */
function findNothing(error: unknown): LookupAddress[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND') return [];
  throw error;
}

/** Rejects when the time is over, because the look-up of a host name cannot be stopped. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

/**
 * Finds the target of a redirect. Returns undefined if the response is the picture, and throws for every other
 * response.
 */
function findRedirect(response: IncomingMessage): string | undefined {
  const { statusCode = 0, headers } = response;
  if (statusCode === 200) return undefined;
  // Nobody reads this body, so close the network connection.
  response.destroy();
  if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) return headers.location;
  const mayComeBack = statusCode >= 500 || statusCode === 408 || statusCode === 429;
  throw new PictureError(mayComeBack ? 'unreachable' : 'not_found', `The server answered ${statusCode}`);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the network connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new PictureError('too_large', `More than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
