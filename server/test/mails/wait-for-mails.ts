import { sql } from 'kysely';
import { expect } from 'vitest';
import { enqueueEventNews } from '../../src/features/events/mails/mails.service.ts';
import type { TestApp } from '../app.ts';

/** Does not wait for jobs that repeat or that start later. */
export async function waitForMails(app: TestApp): Promise<void> {
  const listWaiting = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job
      where state in ('created', 'retry', 'active') and singleton_key is null`.execute(app.db);
    return rows.map(({ name }) => name);
  };
  await expect.poll(listWaiting, { timeout: 20_000 }).toEqual([]);
}

/**
 * Waits until Foyer has handled the emails about changed events, which are due some minutes after the last
 * change.
 */
export async function waitForNews(app: TestApp): Promise<void> {
  app.clock.advance(4 * 60_000);
  await enqueueEventNews(app.deps);
  // If repeating jobs run, one may have taken some of the emails without committing, so wait until none is due.
  const listDue = () =>
    app.db.selectFrom('attendee_news').select('due_at').where('due_at', '<=', app.clock.now()).execute();
  await expect.poll(listDue).toEqual([]);
  await waitForMails(app);
  app.clock.advance(-4 * 60_000);
}

export function listMailsTo(app: TestApp, { email }: { email: string }, word = '') {
  return app.mails.filter((mail) => mail.to === email && mail.subject.startsWith(word));
}
