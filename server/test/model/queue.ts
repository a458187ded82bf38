import { sql } from 'kysely';
import { allJobs } from '../../src/features/all-jobs.ts';
import type { TestApp } from '../app.ts';

interface Queued {
  id: string;
  name: string;
  data: object;
}

/** Mails say what was so when their jobs were enqueued, and drawing a ticket takes longer than selling it. */
const isMail = (name: string) => /send|tell|warn|news/.test(name);

/**
 * Works some queued jobs off, the oldest first, as a worker does that may end before it has noted what it did: a job
 * that is `forgotten` comes again. One that fails stays. Gives how many were done.
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
    const isDone = isMail(name) || (await isCarriedOut(app, name, data));
    if (isDone) done.push(id);
  }
  if (!forgets && done.length > 0) {
    await sql`update pgboss.job set state = 'completed', completed_on = now()
      where id = any(${done}::uuid[])`.execute(app.db);
  }
  return done.length;
}

async function isCarriedOut(app: TestApp, name: string, data: object): Promise<boolean> {
  const spec = allJobs.find((one) => one.name === name);
  if (!spec) throw new Error(`Nobody works on ${name}`);
  return spec.run(app.deps, data).then(
    () => true,
    () => false,
  );
}
