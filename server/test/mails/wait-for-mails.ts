import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';

/** Waits until every job that sends an email has run. Jobs that repeat or that start later are not waited for. */
export async function waitForMails(app: TestApp): Promise<void> {
  const listWaiting = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job
      where state in ('created', 'retry', 'active') and singleton_key is null`.execute(app.db);
    return rows.map(({ name }) => name);
  };
  await expect.poll(listWaiting, { timeout: 20_000 }).toEqual([]);
}

export function listMailsTo(app: TestApp, { email }: { email: string }, word = '') {
  return app.mails.filter((mail) => mail.to === email && mail.subject.startsWith(word));
}
