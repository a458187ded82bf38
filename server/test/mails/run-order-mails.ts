import { sql } from 'kysely';
import { allJobs } from '../../src/features/all-jobs.ts';
import { enqueueEventNews } from '../../src/features/events/mails/mails.service.ts';
import { enqueueOrderMails } from '../../src/features/orders/mails/tickets.service.ts';
import type { TestApp } from '../app.ts';

/** Runs the jobs that send the mails of orders, in an app whose own worker does not run. */
export async function runOrderMails(app: TestApp): Promise<void> {
  await enqueueOrderMails(app.deps);
  await runMailJobs(app, '^(orders.send-|payments.send-refund-mail)');
}

/** Runs the jobs that send the mails about changed and deleted events, and returns the data of these jobs. */
export async function runEventMails(app: TestApp): Promise<object[]> {
  await enqueueEventNews(app.deps);
  return runMailJobs(app, '^events.tell-');
}

/** Runs the waiting jobs whose names match the regular expression `names`, and returns the data of these jobs. */
export async function runMailJobs(app: TestApp, names: string): Promise<object[]> {
  const { rows } = await sql<{ name: string; data: object }>`
    delete from pgboss.job where name ~ ${names} and state = 'created' returning name, data`.execute(app.db);
  for (const { name, data } of rows) await allJobs.find((one) => one.name === name)?.run(app.deps, data);
  return rows.map(({ data }) => data);
}
