import { randomUUID } from 'node:crypto';
import packageJson from '../../../package.json' with { type: 'json' };
import { isBucket } from '../../config-addresses.ts';
import type { Deps } from '../../deps.ts';
import { countJobs } from '../../jobs/count-jobs.ts';
import { findDataCheck } from './admin.data.queries.ts';
import { readDatabaseVersion, getWebhookFacts } from './admin.system.queries.ts';
import {
  judgeData,
  judgeDatabase,
  judgeJobs,
  judgeMail,
  judgePayments,
  judgeStorage,
  judgeWebhook,
  readPaymentMode,
  type SystemCheck,
  type Tried,
} from './admin.system.rules.ts';

/**
 * Milliseconds to wait for each part. A slower part counts as broken, because an administrator is waiting for the
 * result.
 */
const maxMs = 3000;

/**
 * Tests every part that Foyer depends on. Takes only a few seconds, even if a part does not answer, and never throws.
 */
export async function checkSystem(deps: Deps): Promise<SystemCheck[]> {
  const { config } = deps;
  const mode = readPaymentMode(config);
  const [stored, mail, payments, storage] = await Promise.all([
    checkStored(deps),
    attempt(deps, 'mail', () => deps.mail.check()),
    attempt(deps, 'payments', () => deps.payments.findPayment({ kind: 'session', id: 'cs_system_check' })),
    attempt(deps, 'storage', () => writeAndRead(deps)),
  ]);
  const production = config.production;
  const address = `${deps.publicUrl}/api/stripe/webhook`;
  return [
    {
      part: 'database',
      ...judgeDatabase(stored.database, { embedded: !config.databaseUrl, production }),
    },
    { part: 'mail', ...judgeMail(mail, config.smtpUrl && new URL(config.smtpUrl).host) },
    { part: 'payments', ...judgePayments(payments, mode) },
    { part: 'webhook', ...judgeWebhook(stored.webhook, { mode, address, now: deps.clock.now() }) },
    { part: 'storage', ...judgeStorage(storage, describePlace(config.storageUrl)) },
    { part: 'jobs', ...judgeJobs(stored.jobs) },
    { part: 'data', ...judgeData(stored.data, deps.clock.now()) },
    {
      part: 'version',
      state: 'ok',
      says: `Foyer ${packageJson.version} on Node ${process.versions.node}.`,
      todo: null,
    },
  ];
}

/**
 * Runs the queries one after the other. In parallel, one request would take several database connections, and other
 * requests would have to wait for a connection.
 */
async function checkStored(deps: Deps) {
  const database = await attempt(deps, 'database', async () => {
    const started = performance.now();
    const version = await readDatabaseVersion(deps.db);
    return { version, ms: performance.now() - started };
  });
  if ('failure' in database) return { database, webhook: database, jobs: database, data: database };
  const webhook = await attempt(deps, 'webhook', () => getWebhookFacts(deps.db));
  const jobs = await attempt(deps, 'jobs', () => countJobs(deps.db));
  const data = await attempt(deps, 'data', async () => (await findDataCheck(deps.db)) ?? null);
  return { database, webhook, jobs, data };
}

/**
 * Runs a test and returns its result or its failure. The error goes only to the log, because its text may contain host
 * names or personal data.
 */
async function attempt<T>(deps: Deps, part: SystemCheck['part'], run: () => Promise<T>): Promise<Tried<T>> {
  const { promise: late, resolve } = Promise.withResolvers<Tried<T>>();
  const timer = setTimeout(resolve, maxMs, { failure: 'late' });
  const tried = run().then(
    (value): Tried<T> => ({ value }),
    (error: unknown): Tried<T> => {
      deps.log.warn({ err: error, part }, 'a part failed the system check');
      return { failure: 'failed', code: readCode(error) };
    },
  );
  const first = await Promise.race([tried, late]);
  clearTimeout(timer);
  return first;
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

async function writeAndRead({ storage }: Deps): Promise<void> {
  const key = `checks/${randomUUID()}.txt`;
  await storage.put(key, Buffer.from(key), 'text/plain');
  const found = await storage.find(key);
  const read: unknown[] = found ? await found.content.toArray() : [];
  await storage.remove(key);
  if (read.map(String).join('') !== key)
    throw new Error('The file that was read is not the file that was written');
}

/** Describes the storage without its key and secret, because administrators see the result in their browser. */
function describePlace(storageUrl: string): string {
  if (!isBucket(storageUrl)) return 'the uploads folder';
  const { host, pathname } = new URL(storageUrl);
  return `${host}${pathname}`;
}
