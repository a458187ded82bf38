import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { deleteOwnAccount, makeEvent, makeOrganiser, makeUser, only } from '../../../test/factories.ts';
import { openFollows } from '../../../test/mails/follows-scene.ts';
import { listMailsTo } from '../../../test/mails/wait-for-mails.ts';
import { announceEvents } from './follows.news.service.ts';
import { deleteOldFollows } from './follows.service.ts';

const hourMs = 3_600_000;

const app = await startTestApp({ works: false });
const { makeReader, ask, runLinks, confirm, readToken, follow, announce, listedBefore, listNews, makeHost } =
  openFollows(app);

afterAll(() => app.close());

describe('following a team', () => {
  it('needs a mailed link and a press on its page, and gives every address the same answer', async () => {
    const [host, reader, member] = [await makeHost(), makeReader(), await makeUser(app)];
    const answers = [
      await ask(host.teamId, reader),
      await ask(host.teamId, member),
      await ask(host.teamId, reader),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.msg}`)).size).toBe(1);
    await runLinks();
    const event = await makeEvent(app, {}, host);
    await listedBefore(event.id, 2);
    await announce();
    expect(listNews(reader, host.name)).toEqual([]);
    const token = readToken(reader);
    const named = await app.call('POST /follows/find', { body: { token } });
    expect(named.body.team).toEqual({ id: host.teamId, name: host.name });
    await listedBefore((await makeEvent(app, {}, host)).id, 2);
    await announce();
    expect(listNews(reader, host.name)).toEqual([]);
    const confirmed = await confirm(token);
    expect(confirmed.body.team).toEqual({ id: host.teamId, name: host.name });
    expect((await confirm(readToken(reader))).status).toBe(200);
    const count = listMailsTo(app, reader).length;
    expect((await ask(host.teamId, reader)).body.msg).toBe(answers[0]?.body.msg);
    await runLinks();
    expect(listMailsTo(app, reader)).toHaveLength(count);
  });

  it('can begin with the form on the page of the team, without scripts', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    const post = (fields: Record<string, string>) =>
      app.send('POST', '/follow', {
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const sent = await post({ team: String(host.teamId), email: reader.email });
    expect([sent.status, sent.headers.location]).toEqual([303, '/follow?outcome=sent']);
    for (const [fields, outcome] of [
      [{ team: String(host.teamId), email: 'nobody' }, 'email'],
      [{ team: '1000000', email: reader.email }, 'team'],
      [{ email: reader.email }, 'team'],
    ] as const) {
      expect((await post(fields)).headers.location).toBe(`/follow?outcome=${outcome}`);
    }
    await runLinks();
    expect((await confirm(readToken(reader))).status).toBe(200);
  });

  it('refuses a link that Foyer did not sign, and one whose address was forgotten after 7 days', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    expect((await confirm('forged')).body.code).toBe('link_invalid');
    expect((await confirm('A'.repeat(40))).body.code).toBe('link_invalid');
    expect((await app.call('POST /follows/find', { body: { token: 'forged' } })).body.code).toBe(
      'link_invalid',
    );
    await ask(host.teamId, reader);
    await runLinks();
    app.clock.advance(8 * 24 * hourMs);
    await deleteOldFollows(app.deps);
    app.clock.advance(-8 * 24 * hourMs);
    expect((await confirm(readToken(reader))).body.code).toBe('link_expired');
    expect((await ask(1_000_000, reader)).body.code).toBe('team_not_found');
  });

  it('cannot be used to flood an address, and names no team as a link', { timeout: 30_000 }, async () => {
    const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
    const reader = makeReader();
    for (let count = 0; count < 6; count += 1) {
      const { teamId } = await makeOrganiser(limited);
      await limited.db
        .updateTable('teams')
        .set({ name: `evil.example ${count}` })
        .where('id', '=', teamId)
        .execute();
      expect((await ask(teamId, reader, limited)).status).toBe(200);
    }
    await runLinks(limited);
    const mails = limited.mails.filter(({ to }) => to === reader.email);
    expect(mails).toHaveLength(3);
    for (const { text, html, subject } of mails)
      expect(`${text}${html}${subject}`).not.toContain('evil.example');
    const { teamId } = await makeOrganiser(limited);
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1)
      statuses.push((await ask(teamId, makeReader(), limited)).status);
    expect(statuses.at(-1)).toBe(429);
    await limited.close();
  });
});

describe('the mail about new events', () => {
  it('comes once, an hour after the event was first listed, with all events of that hour', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    await follow(host.teamId, reader);
    const first = await makeEvent(app, { title: 'First night' }, host);
    const event_img_url = `/uploads/events/${'0f'.repeat(12)}-aa3311-1600x900/page.webp`;
    await app.db.updateTable('events').set({ event_img_url }).where('id', '=', first.id).execute();
    await listedBefore(first.id, 0.5);
    await announce();
    expect(listNews(reader, host.name)).toEqual([]);
    const second = await makeEvent(app, { title: 'Second night' }, host);
    await makeEvent(app, { title: 'Hidden night', is_public: false }, host);
    await makeEvent(app, { title: 'Draft night', status: 'draft' }, host);
    await listedBefore(first.id, 1.5);
    await announce();
    const mail = only(listNews(reader, host.name));
    expect(mail.subject).toBe(`${host.name}: 2 new events`);
    expect(mail.html).toContain(`/share/events/${first.id}-mail.jpg?v=0f0f0f0f`);
    expect(mail.text).toContain('First night');
    expect(mail.text).toContain('Second night');
    expect(mail.text).not.toMatch(/Hidden night|Draft night/);
    // Publishing an event again is no news.
    const params = { id: second.id };
    for (const status of ['draft', 'published'] as const) {
      await app.call('PATCH /events/:id', { token: host.token, params, body: { status } });
    }
    await announce();
    expect(listNews(reader, host.name)).toHaveLength(1);
  });

  it('comes when an event that was private for a year becomes public, and not when it does so again', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    await follow(host.teamId, reader);
    const { id } = await makeEvent(app, { title: 'Members first', is_public: false }, host);
    const yearAgo = new Date(app.clock.now().getTime() - 365 * 24 * hourMs);
    await app.db
      .updateTable('events')
      .set({
        published_at: yearAgo,
        listed_at: sql<Date | null>`case when listed_at is not null then ${yearAgo}::timestamptz end`,
      })
      .where('id', '=', id)
      .execute();
    const change = (is_public: boolean) =>
      app.call('PATCH /events/:id', { token: host.token, params: { id }, body: { is_public } });
    await change(true);
    await announce();
    expect(listNews(reader, host.name)).toEqual([]);
    app.clock.advance(2 * hourMs);
    await announce();
    expect(only(listNews(reader, host.name)).subject).toBe(`${host.name}: Members first`);
    await change(false);
    await change(true);
    await announce();
    app.clock.advance(-2 * hourMs);
    expect(listNews(reader, host.name)).toHaveLength(1);
  });

  it('is sent once when several processes look at the same moment', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    await follow(host.teamId, reader);
    const event = await makeEvent(app, { title: 'Only once' }, host);
    await listedBefore(event.id, 2);
    await Promise.all(Array.from({ length: 6 }, () => announceEvents(app.deps)));
    await announce();
    expect(only(listNews(reader, host.name)).subject).toBe(`${host.name}: Only once`);
  });

  it('leaves out an event that was cancelled before the mail was written', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    await follow(host.teamId, reader);
    const event = await makeEvent(app, {}, host);
    await listedBefore(event.id, 2);
    await announceEvents(app.deps);
    const params = { id: event.id };
    await app.call('PATCH /events/:id', { token: host.token, params, body: { status: 'cancelled' } });
    await announce();
    expect(listNews(reader, host.name)).toEqual([]);
  });

  it('stops with one click, and the address is forgotten after 7 days', async () => {
    const [host, reader] = [await makeHost(), makeReader()];
    await follow(host.teamId, reader);
    const event = await makeEvent(app, {}, host);
    await listedBefore(event.id, 2);
    await announce();
    const { stopAddress = '' } = only(listNews(reader, host.name));
    const token = stopAddress.split('/').at(-1) ?? '';
    const offered = await app.call('POST /mail-stops/find', { body: { token } });
    expect(offered.body.choices).toEqual([{ scope: 'follow', name: host.name, is_stopped: false }]);
    expect((await app.send('POST', new URL(stopAddress).pathname)).status).toBe(200);
    const next = await makeEvent(app, {}, host);
    await listedBefore(next.id, 2);
    await announce();
    expect(listNews(reader, host.name)).toHaveLength(1);
    app.clock.advance(8 * 24 * hourMs);
    await deleteOldFollows(app.deps);
    app.clock.advance(-8 * 24 * hourMs);
    const rows = await app.db
      .selectFrom('team_followers')
      .select('id')
      .where('email', '=', reader.email)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('the owner of an account', () => {
  it('finds the teams that they follow in the download, and follows none after the deletion', async () => {
    const [host, member] = [await makeHost(), await makeUser(app)];
    await follow(host.teamId, member);
    const { body } = await app.call('GET /users/:id/export', {
      token: member.token,
      params: { id: member.id },
    });
    expect(body.followed_teams).toMatchObject([{ team_id: host.teamId, team_name: host.name }]);
    expect((await deleteOwnAccount(app, member)).status).toBe(204);
    const rows = await app.db
      .selectFrom('team_followers')
      .select('id')
      .where('email', '=', member.email)
      .execute();
    expect(rows).toEqual([]);
  });
});
