import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { announceEvents } from '../../src/features/follows/follows.news.service.ts';
import type { TestApp } from '../app.ts';
import { makeOrganiser } from '../factories.ts';
import { runMailJobs } from './run-order-mails.ts';
import { listMailsTo } from './wait-for-mails.ts';

const hourMs = 3_600_000;

/** What the tests of followers share. Mails are sent only when a test runs their jobs. */
export function openFollows(app: TestApp) {
  const makeReader = () => ({ email: `reader-${randomUUID()}@example.org` });

  const ask = (teamId: number, { email }: { email: string }, by = app) =>
    by.call('POST /teams/:id/follow', { params: { id: teamId }, body: { email } });

  const runLinks = (by = app) => runMailJobs(by, '^follows.send-link');

  const confirm = (token: string) => app.call('POST /follows/confirm', { body: { token } });

  /** The token stands behind the # of the mailed link. */
  function readToken(reader: { email: string }): string {
    return /\/follow#([\w-]+)/.exec(listMailsTo(app, reader).at(-1)?.text ?? '')?.[1] ?? '';
  }

  async function follow(teamId: number, reader: { email: string }) {
    await ask(teamId, reader);
    await runLinks();
    expect((await confirm(readToken(reader))).status).toBe(200);
  }

  /** Runs all jobs, each as often as a crash could repeat it. */
  async function announce(): Promise<void> {
    for (let count = 0; count < 2; count += 1) {
      await announceEvents(app.deps);
      while ((await runMailJobs(app, '^follows.spread')).length > 0);
      await runMailJobs(app, '^follows.send-announcement');
    }
  }

  async function listedBefore(eventId: number, hours: number): Promise<void> {
    const listed_at = new Date(app.clock.now().getTime() - hours * hourMs);
    await app.db.updateTable('events').set({ listed_at }).where('id', '=', eventId).execute();
  }

  const listNews = (reader: { email: string }, teamName: string) => listMailsTo(app, reader, `${teamName}: `);

  async function makeHost() {
    const host = await makeOrganiser(app);
    const { name } = (await app.call('GET /teams/:id', { params: { id: host.teamId } })).body.team;
    return { ...host, name };
  }

  return {
    makeReader,
    ask,
    runLinks,
    confirm,
    readToken,
    follow,
    announce,
    listedBefore,
    listNews,
    makeHost,
  };
}
