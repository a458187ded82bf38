import type { AnswerReceived, BodyInput, HeadersInput } from '@foyer/contract/endpoint.ts';
import type { ErrorCode, FieldError } from '@foyer/contract/errors.ts';
import { endpoints, type EndpointKey, type Endpoints } from '@foyer/contract/index.ts';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { connectPostgres, openEmbedded, type Connection } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import type { Clock, Deps } from '../src/deps.ts';
import { allJobs } from '../src/features/all-jobs.ts';
import type { OverloadLimits } from '../src/http/admission.ts';
import { requestTimes, type RequestTimes } from '../src/http/request-times.ts';
import { sendVerificationJob } from '../src/features/users/addresses/verification.jobs.ts';
import { startJobs } from '../src/jobs/jobs.ts';
import { createLog } from '../src/log.ts';
import type { Message } from '../src/mail/mail.ts';
import { createPasswords } from '../src/passwords.ts';
import { connectPayments } from '../src/payments/connect.ts';
import { PictureError, type FetchPicture } from '../src/storage/fetch-picture.ts';
import { watchDisks, type DiskSpace } from '../src/storage/disk-space.ts';
import type { Storage } from '../src/storage/storage.ts';
import { createTestDatabase } from './database/database.ts';
import { findFreePort } from './free-port.ts';

export interface Answer<Body> {
  status: number;
  headers: Record<string, unknown>;
  body: Body;
}

/**
 * The fields of an error body. Every `Received` type has these fields too, so that a test can read them
 * without a type check.
 */
interface Refusal {
  code: ErrorCode;
  msg: string;
  errors: FieldError[];
  /** Only sent when a second check-in of a ticket is refused. */
  used_at?: string | null;
  /**
   * Only sent when an order is refused. Some refusals say how many tickets are left, of the event or of one type.
   * Others name the new total.
   */
  remaining?: number;
  ticket_type_id?: number;
  total?: number;
}

/** The body that an endpoint sends to a client, for a success or for an error. */
export type Received<K extends EndpointKey> = AnswerReceived<Endpoints[K]> & Refusal;

export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

function createTestClock(): TestClock {
  let ahead = 0;
  return { now: () => new Date(Date.now() + ahead), advance: (milliseconds) => void (ahead += milliseconds) };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

interface Options {
  database?: 'postgres' | 'embedded';
  /** The most database connections. Opening one costs time, so tests have few, unless many requests run at once. */
  pool?: number;
  env?: Record<string, string>;
  /** Whether the app runs its jobs. If false, the jobs stay in the queue. */
  works?: boolean;
  /**
   * Whether repeating jobs run by themselves, at the start and then every few seconds or minutes. By default they do
   * not, because they need half of the time that an app takes to start, and most tests end before the second run.
   */
  repeats?: boolean;
  /** These jobs do nothing when they run, so that a test can act before the work of the jobs is done. */
  idleJobs?: readonly { name: string }[];
  /**
   * Whether sign-ups send the mail that verifies the email address. If false, test users get only the mails that a
   * test is about.
   */
  verificationMails?: boolean;
  /** The URL of a database that several test apps share. Closing this app does not drop the shared database. */
  databaseUrl?: string;
  clock?: TestClock;
  /**
   * Receives the log. Without this value, the log goes to the standard output. Set LOG_LEVEL in `env` too.
   */
  logTo?: { write(line: string): void };
  requestTimes?: Partial<RequestTimes>;
  /** By default, the app refuses nothing under overload, so that a slow computer fails no test. */
  overloadLimits?: OverloadLimits;
  /** Says how much space the disks have. Without this function, the free space is unknown. */
  disk?: (clock: Clock) => DiskSpace;
  /**
   * Fetches pictures from other sites. Without this function, no other site can be reached, so that tests use
   * no network.
   */
  fetchPicture?: FetchPicture;
}

async function reachNothing(): Promise<never> {
  throw new PictureError('unreachable', 'Tests use no network');
}

/**
 * Starts the real app on its own database. Mails are collected, payments go to the payment sandbox, files stay in
 * memory, and a test can advance the clock. Hashing a password costs less than usual, to save time.
 */
export async function startTestApp({
  database = 'postgres',
  pool = 4,
  env = {},
  works = true,
  repeats = false,
  idleJobs = [],
  verificationMails = false,
  databaseUrl,
  clock = createTestClock(),
  logTo,
  requestTimes: otherTimes,
  fetchPicture = reachNothing,
  overloadLimits = { waiting: Infinity, waitMs: Infinity, costlyWaitMs: Infinity },
  disk = (itsClock) => watchDisks([], itsClock),
}: Options = {}) {
  const { TRUST_PROXY: proxies, ...settings } = env;
  const settled = readConfig({
    LOG_LEVEL: 'fatal',
    FOYER_RATE_LIMITS: 'off',
    PUBLIC_URL: 'http://foyer.localhost',
    PORT: String(await findFreePort()),
    ...settings,
  });
  // With the development pages, Foyer refuses all requests that a proxy has forwarded.
  const config = proxies ? { ...settled, proxies: Number(proxies), devPages: false } : settled;
  const log = createLog(config.logLevel, logTo);
  const { connection, remove } = await openDatabase(database, pool, databaseUrl);
  const { db } = connection;
  const sessionSecret = new TextEncoder().encode('a secret that only the tests know');
  const publicUrl = config.publicUrl ?? '';
  const { provider, sandbox } = await connectPayments({ config, db, publicUrl, sessionSecret, clock, log });
  if (!sandbox) throw new Error('Tests never talk to a real payment provider');
  const mails: Message[] = [];
  const errors: Error[] = [];
  const idle = verificationMails ? idleJobs : [...idleJobs, sendVerificationJob];
  const jobs = await startJobs({
    database: connection.jobs,
    kind: connection.kind,
    jobs: allJobs.map((one) =>
      idle.some(({ name }) => name === one.name) ? { ...one, run: async () => {} } : one,
    ),
    works: true,
    onError: (error) => errors.push(error),
    lookEveryMs: 50,
    repeats,
  });
  const storage = createMemoryStorage();
  const deps: Deps = {
    config,
    publicUrl,
    sessionSecret,
    db,
    jobs,
    mail: { send: async (message) => void mails.push(message), check: async () => {} },
    payments: provider,
    storage,
    fetchPicture,
    disk: disk(clock),
    load: connection.load,
    changes: connection.changes,
    overloadLimits,
    passwords: createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    clock,
    log,
    requestTimes: { ...requestTimes, ...otherTimes },
  };
  const app = await buildApp(deps, { sandboxPages: sandbox.pages });
  // The payment sandbox sends its webhooks to this port over HTTP, as the provider does.
  await app.listen({ port: config.port, host: '127.0.0.1' });
  if (works) await jobs.work(deps);

  /** `token` is the access token; `json` or `payload` is the body. */
  async function send<Body = Refusal>(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    request: {
      token?: string;
      json?: unknown;
      payload?: Buffer | string;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Answer<Body>> {
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(request.json !== undefined && { 'content-type': 'application/json' }),
        ...(request.token && { authorization: `Bearer ${request.token}` }),
        ...request.headers,
      },
      payload: request.json === undefined ? request.payload : JSON.stringify(request.json),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const body: unknown = isJson ? JSON.parse(answer.body) : answer.body;
    return { status: answer.statusCode, headers: answer.headers, body: body as Body };
  }

  /** `params` are the values for the placeholders in the endpoint's path. */
  function call<K extends EndpointKey>(
    key: K,
    request: {
      token?: string;
      params?: Record<string, string | number>;
      query?: Record<string, string>;
      headers?: HeadersInput<Endpoints[K]>;
      body?: BodyInput<Endpoints[K]>;
    } = {},
  ): Promise<Answer<Received<K>>> {
    const { method, path } = endpoints[key];
    const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
      encodeURIComponent(String(request.params?.[name])),
    );
    const search = new URLSearchParams(request.query);
    const { token, headers, body } = request;
    return send(method, `/api${filled}?${search.toString()}`, { token, headers: { ...headers }, json: body });
  }

  return {
    app,
    deps,
    db,
    sandbox,
    clock,
    mails,
    errors,
    storage,
    send,
    call,
    async close() {
      await app.close();
      await jobs.stop();
      await connection.close();
      await remove();
    },
  };
}

async function openDatabase(kind: 'postgres' | 'embedded', pool: number, shared: string | undefined) {
  if (shared) return { connection: connectPostgres({ databaseUrl: shared, pool }), remove: async () => {} };
  if (kind === 'embedded') {
    const connection: Connection = await openEmbedded(null);
    await migrate(connection.db);
    return { connection, remove: async () => {} };
  }
  const database = await createTestDatabase();
  return { connection: connectPostgres({ databaseUrl: database.url, pool }), remove: () => database.drop() };
}

/** Keeps files in memory. After `breakRemoval(true)`, removing a file fails. */
function createMemoryStorage() {
  const files = new Map<string, Buffer>();
  let broken = false;
  const storage: Storage = {
    put: async (key, content) => void files.set(key, content),
    async find(key) {
      const content = files.get(key);
      const { Readable } = await import('node:stream');
      return content && { content: Readable.from([content]), size: content.length };
    },
    async remove(key) {
      if (broken) throw new Error('The storage is down');
      files.delete(key);
    },
  };
  return {
    ...storage,
    files,
    breakRemoval(isBroken: boolean) {
      broken = isBroken;
    },
  };
}
