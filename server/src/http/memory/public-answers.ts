import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { isOtherComputer } from '../own-computer.ts';
import { logEarlyAnswer } from '../request-log.ts';
import { AnswerStore, type StoreCounts } from './answer-store.ts';
import { sendAnswer, type ReadyAnswer } from './ready-answer.ts';

const maxBytes = { answers: 8 * 1024 * 1024, pages: 16 * 1024 * 1024 };

/** Addresses of stored answers, so that an address that was read before need not be read again. */
const maxAddresses = 4000;
const maxAddressLength = 300;

type Kind = 'answers' | 'pages';

/** Answers of the API and rendered pages that are the same for everyone. */
export interface PublicAnswers {
  /**
   * Sends the answer from memory, or makes it, keeps it and sends it. Returns false when it has sent nothing: the request
   * may not use the memory, or `make` returned null. Then the caller answers as usual.
   */
  send(call: Call, make: () => Promise<ReadyAnswer | null>): Promise<boolean>;
  count(): Record<Kind, StoreCounts>;
  /** Calls the listener after each answer that was sent before Fastify has seen the request. */
  listen(listener: (answered: EarlyAnswer) => void): void;
}

/** What the log and the metrics say about an answer. */
export interface EarlyAnswer {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

interface Address {
  kind: Kind;
  key: string;
  route: string;
}

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  kind: Kind;
  /** Names what the request asks for, the same for all ways to write it. */
  name: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    publicAnswers: PublicAnswers;
  }
}

/**
 * Keeps what is the same for everyone in memory, for a second at most (decision 050). A hit is answered before all other
 * steps of a request, even Fastify's own, because these steps would cost more than the answer.
 */
export function keepPublicAnswers(app: FastifyInstance, deps: Deps): void {
  const { clock, changes, config } = deps;
  const stores: Record<Kind, AnswerStore> = {
    answers: new AnswerStore({ clock, maxBytes: maxBytes.answers }),
    pages: new AnswerStore({ clock, maxBytes: maxBytes.pages }),
  };
  const addresses = new Map<string, Address>();
  const listeners: ((answered: EarlyAnswer) => void)[] = [];
  let isStopping = false;

  const stopListening = changes.listen((change) => {
    stores.answers.drop();
    // Each sale changes how many tickets are left. In a rush, rendering the pages after each sale would take more time
    // than selling, so pages show sales up to a second later.
    if (change === 'content') stores.pages.drop();
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    stopListening();
  });

  /** The headers of an answer name the origin of another site that may read it. */
  function findOrigin({ headers: { origin = '' } }: IncomingMessage): string {
    return config.corsOrigins.includes(origin) ? origin : '';
  }

  function mayUseMemory({ method, headers }: IncomingMessage): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (headers.authorization !== undefined || isStopping) return false;
    return !wantsNewAnswer(headers['cache-control']);
  }

  const find: Early['find'] = (request) => {
    const address = addresses.get(request.url ?? '');
    if (!address || !mayUseMemory(request)) return undefined;
    if (config.devPages && isOtherComputer(request)) return undefined;
    const answer = stores[address.kind].find(address.key + findOrigin(request));
    return answer && { answer, route: address.route };
  };

  answerBeforeFastify(app, deps, { find, listeners });

  // Requests of the same process, and those of a second address of this computer, come to Fastify directly.
  app.addHook('onRequest', (request, reply, done) => {
    const found = find(request.raw);
    if (!found) return done();
    reply.hijack();
    sendAnswer(request.raw, reply.raw, found.answer);
  });

  app.decorate('publicAnswers', {
    async send({ request, reply, kind, name }, make) {
      if (!mayUseMemory(request.raw)) return false;
      const key = `${name} `;
      const answer = await stores[kind].share(key + findOrigin(request.raw), make);
      if (!answer) return false;
      remember(addresses, request.url, { kind, key, route: request.routeOptions.url ?? 'none' });
      reply.hijack();
      // Foyer may have begun to stop while the answer was made. The stop waits for connections that stay open.
      if (isStopping) reply.raw.setHeader('connection', 'close');
      sendAnswer(request.raw, reply.raw, answer);
      return true;
    },
    listen: (listener) => void listeners.push(listener),
    count: () => ({ answers: stores.answers.count(), pages: stores.pages.count() }),
  });
}

function remember(addresses: Map<string, Address>, url: string, address: Address): void {
  if (url.length > maxAddressLength || addresses.has(url)) return;
  const [oldest] = addresses.keys();
  if (addresses.size >= maxAddresses && oldest !== undefined) addresses.delete(oldest);
  addresses.set(url, address);
}

interface Early {
  find: (request: IncomingMessage) => { answer: ReadyAnswer; route: string } | undefined;
  listeners: ((answered: EarlyAnswer) => void)[];
}

function answerBeforeFastify(app: FastifyInstance, deps: Deps, { find, listeners }: Early): void {
  const isLogged = ['info', 'debug', 'trace'].includes(deps.config.logLevel);
  const [passToFastify] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const found = find(request);
    if (!found) return passToFastify?.(request, response);
    if (isLogged || listeners.length > 0) {
      const started = performance.now();
      response.once('finish', () => {
        const seconds = (performance.now() - started) / 1000;
        const { method = 'GET' } = request;
        const answered = { method, route: found.route, status: response.statusCode, seconds };
        for (const listener of listeners) listener(answered);
        logEarlyAnswer(deps, request, answered);
      });
    }
    sendAnswer(request, response, found.answer);
  });
}

/** The web asks for new answers after its own writes, which another process may have done. */
function wantsNewAnswer(cacheControl: string | undefined): boolean {
  return cacheControl !== undefined && /\bno-(cache|store)\b/i.test(cacheControl);
}
