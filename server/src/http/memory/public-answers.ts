import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { isOtherComputer } from '../own-computer.ts';
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
 * Keeps what is the same for everyone in memory, for a second at most (decision 050). A hit is answered before the other
 * steps of a request, because these steps would cost more than the answer.
 */
export function keepPublicAnswers(app: FastifyInstance, deps: Deps): void {
  const { clock, changes, config } = deps;
  const stores: Record<Kind, AnswerStore> = {
    answers: new AnswerStore({ clock, maxBytes: maxBytes.answers }),
    pages: new AnswerStore({ clock, maxBytes: maxBytes.pages }),
  };
  const addresses = new Map<string, { kind: Kind; key: string }>();
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
  function findOrigin({ headers: { origin = '' } }: FastifyRequest): string {
    return config.corsOrigins.includes(origin) ? origin : '';
  }

  function mayUseMemory(request: FastifyRequest): boolean {
    const { method, headers } = request;
    if (method !== 'GET' || headers.authorization !== undefined || isStopping) return false;
    return !wantsNewAnswer(headers['cache-control']);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const address = addresses.get(request.url);
    if (!address || !mayUseMemory(request)) return done();
    if (config.devPages && isOtherComputer(request)) return done();
    const answer = stores[address.kind].find(address.key + findOrigin(request));
    if (answer) sendAnswer(request, reply, answer);
    else done();
  });

  app.decorate('publicAnswers', {
    async send({ request, reply, kind, name }, make) {
      if (!mayUseMemory(request)) return false;
      const key = `${name} `;
      const answer = await stores[kind].share(key + findOrigin(request), make);
      if (!answer) return false;
      rememberAddress(request.url, { kind, key });
      sendAnswer(request, reply, answer);
      return true;
    },
    count: () => ({ answers: stores.answers.count(), pages: stores.pages.count() }),
  });

  function rememberAddress(url: string, address: { kind: Kind; key: string }): void {
    if (url.length > maxAddressLength || addresses.has(url)) return;
    const [oldest] = addresses.keys();
    if (addresses.size >= maxAddresses && oldest !== undefined) addresses.delete(oldest);
    addresses.set(url, address);
  }
}

/** The web asks for new answers after its own writes, which another process may have done. */
function wantsNewAnswer(cacheControl: string | undefined): boolean {
  return cacheControl !== undefined && /\bno-(cache|store)\b/i.test(cacheControl);
}
