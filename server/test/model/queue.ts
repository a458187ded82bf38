import { sql } from 'kysely';
import { allJobs } from '../../src/features/all-jobs.ts';
import type { TestApp } from '../app.ts';

interface Queued {
  id: string;
  name: string;
  data: object;
}

/** Email jobs do not run but count as done, because drawing the tickets for emails takes too long. */
const isMail = (name: string) => /send|tell|warn|news/.test(name);

/**
 * Runs queued jobs, oldest first, and returns how many succeeded. Failed jobs stay in the queue. With `forgets`, all
 * jobs stay, as after a crash of the worker.
 */
export async function processQueue(
  app: TestApp,
  { most, forgets = false }: { most: number; forgets?: boolean },
): Promise<number> {
  const { rows } = await sql<Queued>`
    select id, name, data from pgboss.job where state in ('created', 'retry')
    order by created_on, name, data::text limit ${most}`.execute(app.db);
  const done: string[] = [];
  for (const { id, name, data } of rows) {
    const isDone = isMail(name) || (await runJob(app, name, data));
    if (isDone) done.push(id);
  }
  if (!forgets && done.length > 0) {
    await sql`update pgboss.job set state = 'completed', completed_on = now()
      where id = any(${done}::uuid[])`.execute(app.db);
  }
  return done.length;
}

async function runJob(app: TestApp, name: string, data: object): Promise<boolean> {
  const spec = allJobs.find((one) => one.name === name);
  if (!spec) throw new Error(`No service does the job ${name}`);
  return spec.run(app.deps, data).then(
    () => true,
    () => false,
  );
}
