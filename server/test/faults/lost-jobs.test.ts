import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { describe, expect, inject, it } from 'vitest';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { job, handle, startJobs } from '../../src/jobs/jobs.ts';
import { startTestApp } from '../app.ts';
import { createDatabase } from '../database/create-database.ts';
import { startMailServer, startSilentServer } from '../mails/mail-server.ts';
import { publishEvents, startProcesses } from './processes.ts';

/**
 * A killed process keeps its job, and the email that it was sending, for this long. Afterwards, another
 * process may take over.
 */
const takeoverSeconds = 20;

/**
 * How long the test waits for the email. An email must be sent within a minute, and the test skips 20 seconds
 * of this minute.
 */
const patienceMs = 40_000;

const daySeconds = 24 * 3600;

/**
 * Makes the job queue and the claims on emails behave as if this many seconds had passed: replaces the database
 * function that tells the queue the time, and moves back the end of each claim.
 */
async function letSecondsPass(db: Db, seconds: number) {
  const span = `${seconds} seconds`;
  await sql`create or replace function pgboss.job_now() returns timestamp with time zone
    as ${sql.lit(`select now() + interval '${span}'`)} language sql stable`.execute(db);
  await sql`update sent_mails set claimed_until = claimed_until - ${span}::interval`.execute(db);
}

describe('the job queue', () => {
  it(
    'sends the mail of a ticket within a minute, even if the process that was sending it is killed',
    { timeout: 120_000 },
    async () => {
      const silent = await startSilentServer();
      const { port } = silent;
      const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'tickets@example.org' };
      const processes = await startProcesses(inject('postgres').adminUrl, { count: 1, env });
      const { ids } = await publishEvents(processes, { price: 0, max_attendees: 10 });
      const [guest] = await processes.makeBuyers(1);
      const request = { token: guest?.token, params: { id: ids[0] ?? 0 }, body: {} };
      expect((await processes.call(0, 'POST /events/:id/register', request)).status).toBe(201);
      const listClaims = () =>
        processes.db.selectFrom('sent_mails').select('fact').where('claimed_until', 'is not', null).execute();
      await expect.poll(listClaims).toHaveLength(1);
      let server: Awaited<ReturnType<typeof startMailServer>> | undefined;
      await processes.kill(0, async () => {
        silent.close();
        server = await startMailServer({ port });
        await letSecondsPass(processes.db, takeoverSeconds);
      });
      await expect.poll(() => server?.listReceived(), { timeout: patienceMs, interval: 200 }).toHaveLength(1);
      await processes.stop();
      await server?.close();
    },
  );

  it('never runs a repeating job twice at once, even when a run takes longer than its interval', async () => {
    const app = await startTestApp({ works: false });
    const database = await createDatabase(inject('postgres').adminUrl);
    let running = 0;
    let requests = 0;
    let isOver = false;
    const seen: number[] = [];
    // Each run lasts until its next two runs are requested. If two runs were allowed at once, the second would start
    // before the first has ended.
    const slow = handle(job({ name: 'test.slow', retryForSeconds: 0, everySeconds: 1 }), async () => {
      running += 1;
      seen.push(running);
      const enough = requests + 2;
      await expect.poll(() => isOver || requests >= enough).toBe(true);
      running -= 1;
    });
    const errors: Error[] = [];
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const connection = connectPostgres({ databaseUrl: database.url, pool: 4 });
        const counting: typeof connection.jobs = {
          executeSql(text, values) {
            if (/insert into \w+\.job/i.test(text)) requests += 1;
            return connection.jobs.executeSql(text, values);
          },
        };
        const onError = (error: Error) => void errors.push(error);
        const kind = 'postgres';
        const jobs = await startJobs({ database: counting, kind, jobs: [slow], works: true, onError });
        await jobs.work(app.deps);
        return { jobs, connection };
      }),
    );
    await expect.poll(() => seen).toHaveLength(3);
    isOver = true;
    expect(seen).toEqual([1, 1, 1]);
    for (const { jobs, connection } of processes) {
      await jobs.stop();
      await connection.close();
    }
    expect(errors).toEqual([]);
    await database.drop();
    await app.close();
  });

  it('updates the settings of queues that an earlier version created, and keeps their waiting jobs', async () => {
    const app = await startTestApp({ works: false });
    const database = await createDatabase(inject('postgres').adminUrl);
    const connection = connectPostgres({ databaseUrl: database.url, pool: 4 });
    const earlier = new PgBoss({ db: connection.jobs, schedule: false, supervise: false });
    await earlier.start();
    for (const name of ['test.waiting', 'test.repeats']) await earlier.createQueue(name, { retryLimit: 3 });
    await earlier.send('test.waiting', { id: 7 });
    await earlier.stop();
    const done: number[] = [];
    const waiting = handle(
      job<{ id: number }>({ name: 'test.waiting', retryForSeconds: 90 * daySeconds }),
      async (_deps, { id }) => void done.push(id),
    );
    const repeats = handle(
      job({ name: 'test.repeats', retryForSeconds: 0, everySeconds: 30 }),
      async () => {},
    );
    const jobs = await startJobs({
      database: connection.jobs,
      kind: 'postgres',
      jobs: [waiting, repeats],
      works: true,
      onError: (error) => {
        throw error;
      },
    });
    const { rows } = await connection.jobs.executeSql(
      'select name, policy, heartbeat_seconds, retention_seconds, deletion_seconds from pgboss.queue order by name',
    );
    const common = { heartbeat_seconds: 15, deletion_seconds: 3 * daySeconds };
    expect(rows).toEqual([
      { ...common, name: 'test.repeats', policy: 'exclusive', retention_seconds: 14 * daySeconds },
      // Longer than its retries last, because the queue deletes older jobs.
      { ...common, name: 'test.waiting', policy: 'standard', retention_seconds: 91 * daySeconds },
    ]);
    await jobs.work(app.deps);
    await expect.poll(() => done).toEqual([7]);
    await jobs.stop();
    await connection.close();
    await database.drop();
    await app.close();
  });
});
