import { sql } from 'kysely';
import { allJobs } from '../../src/features/all-jobs.ts';
import { enqueueOrderMails } from '../../src/features/orders/mails/tickets.service.ts';
import type { TestApp } from '../app.ts';

/** Runs the jobs that send the mails of orders, in an app whose own worker does not run. */
export async function runOrderMails(app: TestApp): Promise<void> {
  await enqueueOrderMails(app.deps);
  const { rows } = await sql<{ name: string; data: object }>`
    delete from pgboss.job
    where (name like 'orders.send-%' or name = 'payments.send-refund-mail') and state = 'created'
    returning name, data`.execute(app.db);
  for (const { name, data } of rows) await allJobs.find((one) => one.name === name)?.run(app.deps, data);
}
