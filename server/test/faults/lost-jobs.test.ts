import { setTimeout } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { expect, inject, it } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { job, handle, startJobs } from '../../src/jobs/jobs.ts';
import { startTestApp } from '../app.ts';
import { createDatabase } from '../database/create-database.ts';
import { startMailServer, startSilentServer } from '../mails/mail-server.ts';
import { publishEvents, startProcesses } from './processes.ts';

/** Whatever is owed is done by then. */
const promisedMs = 60_000;

it(
  'mails a ticket within a minute when the process that was at it is killed',
  { timeout: 180_000 },
  async () => {
    const silent = await startSilentServer();
    const { port } = silent;
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'tickets@example.org' };
    const processes = await startProcesses(inject('postgres').adminUrl, { count: 1, env });
    const { ids } = await publishEvents(processes, { price: 0, max_attendees: 10 });
    const [guest] = await processes.makeBuyers(1);
    const request = { token: guest?.token, params: { id: ids[0] ?? 0 }, body: {} };
    expect((await processes.call(0, 'POST /events/:id/register', request)).status).toBe(201);
    const listBegun = () =>
      processes.db.selectFrom('sent_mails').select('fact').where('claimed_until', 'is not', null).execute();
    await expect.poll(listBegun).toHaveLength(1);
    let server: Awaited<ReturnType<typeof startMailServer>> | undefined;
    await processes.kill(0, async () => {
      silent.close();
      server = await startMailServer({ port });
    });
    await expect.poll(() => server?.listReceived(), { timeout: promisedMs, interval: 200 }).toHaveLength(1);
    await processes.stop();
    await server?.close();
  },
);

it('runs a repeating job on one process at a time, and again while it lasts longer than its turn', async () => {
  const app = await startTestApp({ works: false });
  const database = await createDatabase(inject('postgres').adminUrl);
  let running = 0;
  const seen: number[] = [];
  const slow = handle(job({ name: 'test.slow', retryForSeconds: 0, everySeconds: 1 }), async () => {
    running += 1;
    seen.push(running);
    await setTimeout(2500);
    running -= 1;
  });
  const errors: Error[] = [];
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const connection = connectPostgres({ databaseUrl: database.url, pool: 4 });
      const onError = (error: Error) => void errors.push(error);
      const kind = 'postgres';
      const jobs = await startJobs({ database: connection.jobs, kind, jobs: [slow], works: true, onError });
      await jobs.work(app.deps);
      return { jobs, connection };
    }),
  );
  await expect.poll(() => seen).toHaveLength(3);
  expect(seen).toEqual([1, 1, 1]);
  for (const { jobs, connection } of processes) {
    await jobs.stop();
    await connection.close();
  }
  expect(errors).toEqual([]);
  await database.drop();
  await app.close();
});

it('brings the queues of an earlier version to its own settings, and keeps the jobs that wait in them', async () => {
  const app = await startTestApp({ works: false });
  const database = await createDatabase(inject('postgres').adminUrl);
  const connection = connectPostgres({ databaseUrl: database.url, pool: 4 });
  const earlier = new PgBoss({ db: connection.jobs, schedule: false, supervise: false });
  await earlier.start();
  for (const name of ['test.owed', 'test.repeats']) await earlier.createQueue(name, { retryLimit: 3 });
  await earlier.send('test.owed', { id: 7 });
  await earlier.stop();
  const done: number[] = [];
  const owed = handle(
    job<{ id: number }>({ name: 'test.owed', retryForSeconds: 60 }),
    async (_deps, { id }) => void done.push(id),
  );
  const repeats = handle(job({ name: 'test.repeats', retryForSeconds: 0, everySeconds: 30 }), async () => {});
  const jobs = await startJobs({
    database: connection.jobs,
    kind: 'postgres',
    jobs: [owed, repeats],
    works: true,
    onError: (error) => {
      throw error;
    },
  });
  const { rows } = await connection.jobs.executeSql(
    'select name, policy, heartbeat_seconds from pgboss.queue order by name',
  );
  expect(rows).toEqual([
    { name: 'test.owed', policy: 'standard', heartbeat_seconds: 15 },
    { name: 'test.repeats', policy: 'exclusive', heartbeat_seconds: 15 },
  ]);
  await jobs.work(app.deps);
  await expect.poll(() => done).toEqual([7]);
  await jobs.stop();
  await connection.close();
  await database.drop();
  await app.close();
});
