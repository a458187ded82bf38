import { endpoints, type EndpointKey } from '@foyer/contract/index.ts';
import { startFoyer, type Foyer } from '../../../e2e/server.ts';
import { connectPostgres, type Connection } from '../../src/db/connect.ts';
import { signAccessToken } from '../../src/http/session.ts';
import { deriveWebhookSecret } from '../../src/payments/connect.ts';
import type { Switches } from '@foyer/payment-sandbox/fault-switches.ts';
import type { Received } from '../app.ts';
import { createDatabase } from '../database/create-database.ts';
import { insertPeople, insertTeam, type SignedIn } from '../people.ts';

export interface Buyer extends SignedIn {
  token: string;
}

/** The response of a process. `status` is 0 if the network connection broke before a response arrived. */
export interface Heard<Body> {
  status: number;
  headers: Headers;
  body: Body;
  milliseconds: number;
}

interface Options {
  count: number;
  env?: Record<string, string>;
}

export type Processes = Awaited<ReturnType<typeof startProcesses>>;

const sessionSecret = 'a secret that all these processes share';

export async function startProcesses(adminUrl: string, { count, env = {} }: Options) {
  const database = await createDatabase(adminUrl);
  const start = () =>
    startFoyer({
      databaseUrl: database.url,
      env: { FOYER_DEMO: 'off', SESSION_SECRET: sessionSecret, LOG_LEVEL: 'error', ...env },
    });
  const running: Foyer[] = await Promise.all(Array.from({ length: count }, start));
  const connection: Connection = connectPostgres({ databaseUrl: database.url, pool: 4 });
  const { db } = connection;
  const secret = new TextEncoder().encode(sessionSecret);

  function choose(which: number): Foyer {
    const foyer = running[which % running.length];
    if (!foyer) throw new Error('No process is running');
    return foyer;
  }

  /** A number past the last process starts again with the first process. */
  async function send(which: number, path: string, init: RequestInit = {}): Promise<Heard<unknown>> {
    const started = performance.now();
    const { url } = choose(which);
    const broken = { status: 0, headers: new Headers(), body: {} };
    const heard = await fetch(url + path, init)
      .then(async (answer) => {
        const text = await answer.text();
        const isJson = answer.headers.get('content-type')?.startsWith('application/json');
        const body: unknown = isJson ? JSON.parse(text) : text;
        return { status: answer.status, headers: answer.headers, body };
      })
      .catch(() => broken);
    return { ...heard, milliseconds: performance.now() - started };
  }

  async function call<K extends EndpointKey>(
    which: number,
    key: K,
    request: {
      token?: string;
      params?: Record<string, string | number>;
      headers?: Record<string, string>;
      body?: unknown;
    } = {},
  ): Promise<Heard<Received<K>>> {
    const { method, path } = endpoints[key];
    const filled = path.replace(/:(\w+)/g, (_match, name: string) => String(request.params?.[name]));
    const heard = await send(which, `/api${filled}`, {
      method,
      headers: {
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(request.token && { authorization: `Bearer ${request.token}` }),
        ...request.headers,
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
    });
    return heard as Heard<Received<K>>;
  }

  async function signIn(people: SignedIn[]): Promise<Buyer[]> {
    const sign = (one: SignedIn) => signAccessToken(secret, one.sessionId, one.id, new Date());
    return Promise.all(people.map(async (one) => ({ ...one, token: await sign(one) })));
  }

  return {
    db,
    webhookSecret: deriveWebhookSecret(secret),
    url: (which: number) => choose(which).url,
    send,
    call,
    signIn,
    makeBuyers: async (howMany: number) => signIn(await insertPeople(db, howMany)),
    /** Kills a process without warning, runs `beforeRestart`, and starts another process in its place. */
    async kill(which: number, beforeRestart: () => Promise<unknown> = async () => {}) {
      const place = which % running.length;
      const victim = choose(place);
      process.kill(victim.pid, 'SIGKILL');
      await victim.stop();
      await beforeRestart();
      running[place] = await start();
    },
    setSwitches: (change: Partial<Switches>) =>
      send(0, '/sandbox/switches', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      }),
    readLogs: () => running.map((foyer) => foyer.readLog()).join('\n'),
    async stop() {
      await connection.close();
      await Promise.all(running.map((foyer) => foyer.stop()));
      await database.drop();
    },
  };
}

interface EventFields {
  price: number;
  max_attendees: number;
}

export async function publishEvents(
  processes: Processes,
  fields: EventFields,
  howMany = 1,
): Promise<{ ids: number[]; organiser: Buyer }> {
  const [organiser] = await processes.makeBuyers(1);
  if (!organiser) throw new Error('There is no organiser');
  const team_id = await insertTeam(processes.db, organiser.id);
  const ids: number[] = [];
  for (let n = 0; n < howMany; n += 1) {
    const { status, body } = await processes.call(n, 'POST /events', {
      token: organiser.token,
      body: {
        title: `A rush ${n}`,
        start_time: '2031-05-01T18:00:00Z',
        end_time: '2031-05-01T20:00:00Z',
        status: 'published',
        team_id,
        ...fields,
      },
    });
    if (status !== 201) throw new Error(`No event was made: ${JSON.stringify(body)}`);
    ids.push(body.event.id);
  }
  return { ids, organiser };
}

/** Calls `act` for at most `inFlight` entries at the same time. Returns the outcomes in the order of the entries. */
export async function doForAll<One, Outcome>(
  list: readonly One[],
  inFlight: number,
  act: (one: One, n: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = list.entries();
  const work = async () => {
    for (const [n, one] of queue) outcomes[n] = await act(one, n);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return outcomes;
}

/** Pays on the card page of the payment sandbox. Returns the URL of the redirect, or null if there was none. */
export async function payOnPage(processes: Processes, which: number, sessionId: string, number: string) {
  const form = new URLSearchParams({
    email: 'buyer@example.org',
    number,
    expiry: `12 / ${(new Date().getUTCFullYear() + 3) % 100}`,
    cvc: '123',
    name: 'Test Buyer',
  });
  const heard = await processes.send(which, `/sandbox/pay/${sessionId}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return heard.status === 303 ? heard.headers.get('location') : null;
}
