import { randomUUID } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { connectPostgres } from '../server/src/db/connect.ts';
import type { Clock, Deps } from '../server/src/deps.ts';
import { signAccessToken } from '../server/src/http/session.ts';
import { createLog } from '../server/src/log.ts';
import { createPasswords } from '../server/src/passwords.ts';
import { connectPayments } from '../server/src/payments/connect.ts';
import { noChanges } from '../server/src/db/changes.ts';
import { noWaits } from '../server/src/db/load.ts';
import { createPictureFetcher } from '../server/src/storage/fetch-picture.ts';
import { watchDisks } from '../server/src/storage/disk-space.ts';

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

const secret = new TextEncoder().encode('a secret that only this benchmark knows');

/** Opens the real app on the database and records its SQL statements. The app sends no mail and enqueues no job. */
export async function openRecordedApp(databaseUrl: string) {
  let recorded: Statement[] = [];
  const connection = connectPostgres({
    databaseUrl,
    pool: 2,
    log: (event) => void recorded.push(event.query),
  });
  const { db } = connection;
  let now = new Date();
  const clock: Clock = { now: () => now };
  const app = await buildApp(await createDeps(db, clock));

  async function signIn(userId: number): Promise<string> {
    const id = randomUUID();
    const expires_at = new Date(Date.now() + 24 * 3600 * 1000);
    await db
      .insertInto('sessions')
      .values({ id, user_id: userId, created_at: new Date(), expires_at })
      .execute();
    return signAccessToken(secret, id, userId, now);
  }

  async function getHeaders(userId?: number) {
    return userId ? { authorization: `Bearer ${await signIn(userId)}` } : {};
  }

  async function get(path: string, headers: { authorization?: string }): Promise<void> {
    recorded = [];
    const answer = await app.inject({
      url: `/api${path}`,
      headers: { ...headers, 'cache-control': 'no-cache' },
    });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
  }

  async function recordAll(path: string, userId?: number): Promise<Statement[]> {
    await get(path, await getHeaders(userId));
    // A copy, because the statements of the next sign-in are added to the list.
    return [...recorded];
  }

  /** Returns the SQL statements of one GET request, except the statement that reads the session. */
  async function record(path: string, userId?: number): Promise<Statement[]> {
    const statements = await recordAll(path, userId);
    return statements.filter((statement) => !statement.sql.includes('"sessions"'));
  }

  /** Sends the same GET request several times in a row. Returns the milliseconds until each answer was complete. */
  async function measure(path: string, userId: number, runs: number): Promise<number[]> {
    const headers = await getHeaders(userId);
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const sent = performance.now();
      await get(path, headers);
      times.push(performance.now() - sent);
    }
    return times;
  }

  return {
    record,
    recordAll,
    measure,
    setTime: (time: Date) => void (now = time),
    async close() {
      await app.close();
      await connection.close();
    },
  };
}

export type RecordedApp = Awaited<ReturnType<typeof openRecordedApp>>;

async function createDeps(db: Deps['db'], clock: Clock): Promise<Deps> {
  const config = readConfig({ LOG_LEVEL: 'error', PUBLIC_URL: 'http://foyer.localhost' });
  const publicUrl = 'http://foyer.localhost';
  const log = createLog(config.logLevel);
  const { provider } = await connectPayments({ config, db, publicUrl, sessionSecret: secret, clock, log });
  return {
    config,
    publicUrl,
    sessionSecret: secret,
    db,
    load: noWaits,
    changes: noChanges,
    jobs: {
      enqueue: async () => {},
      enqueueAll: async () => {},
      forgetAddress: async () => {},
      work: async () => {},
      stop: async () => {},
    },
    mail: { send: async () => {}, check: async () => {} },
    payments: provider,
    storage: { put: async () => {}, find: async () => undefined, remove: async () => {} },
    disk: watchDisks([], clock),
    fetchPicture: createPictureFetcher(),
    passwords: createPasswords(),
    clock,
    log,
  };
}
