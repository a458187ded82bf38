import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, type TestUser } from '../../../../test/factories.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };
let other: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
  other = await makeOrganiser(app);
});

afterAll(() => app.close());

const day = 24 * 3600 * 1000;

const read = (url: string, headers = {}) => app.app.inject({ url, headers });

/** Reads a calendar, and joins its folded lines again. */
async function readCalendar(url: string): Promise<string[]> {
  return (await read(url)).body.replaceAll('\r\n ', '').split('\r\n');
}

async function findCategoryId(name: string): Promise<number> {
  const { body } = await app.call('GET /events/categories');
  return body.categories.find((category) => category.name === name)?.id ?? 0;
}

describe('a feed', () => {
  it('has the events of the site, of a team or of a category, as a calendar and as RSS', async () => {
    const music = await makeEvent(app, { title: 'Harbour jazz', category: 'Music' }, organiser);
    const talk = await makeEvent(app, { title: 'Harbour talk' }, other);
    const category = await findCategoryId('Music');
    for (const [url, ids] of [
      ['/feeds/events', [music.id, talk.id]],
      [`/feeds/teams/${organiser.teamId}`, [music.id]],
      [`/feeds/categories/${category}`, [music.id]],
    ] as const) {
      const calendar = await readCalendar(`${url}.ics`);
      expect(calendar.filter((line) => line.startsWith('UID:'))).toEqual(
        ids.map((id) => `UID:event-${id}@foyer.localhost`),
      );
      const rss = await read(`${url}.rss`);
      const guids = rss.body.match(/(?<=<guid isPermaLink="false">)[^<]+/g);
      expect(guids).toEqual(ids.toReversed().map((id) => `event-${id}@foyer.localhost`));
      expect(rss.body).toContain(`<atom:link href="http://foyer.localhost${url}.rss" rel="self"`);
      expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    }
    expect((await read('/feeds/events.ics')).headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(await readCalendar('/feeds/events.ics')).toEqual(
      expect.arrayContaining([
        'SUMMARY:Harbour jazz',
        `URL;VALUE=URI:http://foyer.localhost/events/${music.id}-harbour-jazz`,
      ]),
    );
    expect((await read('/feeds/events.rss')).body).toContain(
      `<link>http://foyer.localhost/events/${music.id}-harbour-jazz</link>`,
    );
  });

  it('never has a draft, a private event or a cancelled one, and forgets an event at once', async () => {
    const hidden = [
      await makeEvent(app, { status: 'draft' }, organiser),
      await makeEvent(app, { is_public: false }, organiser),
    ];
    const event = await makeEvent(app, {}, organiser);
    const urls = ['/feeds/events.ics', '/feeds/events.rss', `/feeds/teams/${organiser.teamId}.ics`];
    const lists = async (url: string, id: number) => (await read(url)).body.includes(`event-${id}@`);
    for (const url of urls) {
      expect(await lists(url, event.id)).toBe(true);
      for (const { id } of hidden) expect(await lists(url, id)).toBe(false);
    }
    const { token } = organiser;
    await app.call('PATCH /events/:id', { token, params: { id: event.id }, body: { status: 'cancelled' } });
    for (const url of urls) expect(await lists(url, event.id)).toBe(false);
  });

  it('dates an event in RSS by when everybody could first see it', async () => {
    const team = await makeOrganiser(app);
    const { id } = await makeEvent(app, { is_public: false }, team);
    await app.db
      .updateTable('events')
      .set({ published_at: new Date('2026-01-05T10:00:00Z') })
      .where('id', '=', id)
      .execute();
    const { token } = team;
    await app.call('PATCH /events/:id', { token, params: { id }, body: { is_public: true } });
    const rss = (await read(`/feeds/teams/${team.teamId}.rss`)).body;
    const [date = ''] = /(?<=<pubDate>)[^<]+/.exec(rss) ?? [];
    expect(Date.parse(date)).toBeGreaterThan(Date.parse('2026-06-01'));
  });

  it('keeps an event for a day after its start in a calendar only', async () => {
    const { id } = await makeEvent(app, { startsIn: 1 }, organiser);
    const isIn = async (url: string) => (await read(url)).body.includes(`event-${id}@`);
    app.clock.advance(day / 2);
    expect([await isIn('/feeds/events.ics'), await isIn('/feeds/events.rss')]).toEqual([true, false]);
    app.clock.advance(day);
    expect(await isIn('/feeds/events.ics')).toBe(false);
  });

  it('keeps an event that takes several days until its end, as a calendar and as RSS', async () => {
    const start_time = new Date(app.clock.now().getTime() - 2 * day).toISOString();
    const end_time = new Date(app.clock.now().getTime() + day).toISOString();
    const { id } = await makeEvent(app, { start_time, end_time });
    const urls = ['/feeds/events.ics', '/feeds/events.rss'];
    const findIn = async () =>
      await Promise.all(urls.map(async (url) => (await read(url)).body.includes(`event-${id}@`)));
    expect(await findIn()).toEqual([true, true]);
    app.clock.advance(day);
    expect(await findIn()).toEqual([false, false]);
  });

  it('is not sent again until one of its events changes', async () => {
    const { id, token } = await makeEvent(app);
    for (const url of ['/feeds/events.ics', '/feeds/events.rss']) {
      const { headers } = await read(url);
      const again = () => read(url, { 'if-none-match': headers.etag }).then(({ statusCode }) => statusCode);
      // After two seconds the feed is written again.
      app.clock.advance(2000);
      expect(await again()).toBe(304);
      const title = `A new title for ${url}`;
      await app.call('PATCH /events/:id', { token, params: { id }, body: { title } });
      expect(await again()).toBe(200);
    }
  });

  it('has a limited length', async () => {
    const team = await makeOrganiser(app);
    const { id } = await makeEvent(app, { description: 'Long. '.repeat(300) }, team);
    await sql`
      insert into events (title, description, start_time, end_time, search_text, team_id, status)
      select title, description, start_time, end_time, search_text, team_id, status
      from events, generate_series(1, 250)
      where id = ${id}
    `.execute(app.db);
    const calendar = await read(`/feeds/teams/${team.teamId}.ics`);
    expect(calendar.body.match(/BEGIN:VEVENT/g)).toHaveLength(200);
    expect(calendar.body.length).toBeLessThan(200_000);
    expect((await read(`/feeds/teams/${team.teamId}.rss`)).body.match(/<item>/g)).toHaveLength(50);
  });

  it('shows only whole characters that calendars can read', async () => {
    const team = await makeOrganiser(app);
    await makeEvent(app, { description: `\u0007${'x'.repeat(498)}🎷 and more` }, team);
    for (const format of ['ics', 'rss'])
      expect((await read(`/feeds/teams/${team.teamId}.${format}`)).body).not.toMatch(/(?!\s)\p{Cc}|\ufffd/u);
    expect(await readCalendar(`/feeds/teams/${team.teamId}.ics`)).toContain(
      `DESCRIPTION:${'x'.repeat(498)}…`,
    );
  });

  it.each([
    '/feeds/events.xml',
    '/feeds/events',
    '/feeds/teams/0.ics',
    '/feeds/teams/999999.ics',
    '/feeds/teams/999999.rss',
    '/feeds/categories/999999.ics',
    '/feeds/categories/Music.ics',
    '/feeds/events.ics/more',
    '/feeds/',
    '/feeds',
  ])('answers 404 when there is none: %s', async (url) => {
    expect((await read(url)).statusCode).toBe(404);
  });

  it('has no markup of a hostile title, and stays one event per entry', async () => {
    const team = await makeOrganiser(app);
    const titles = [
      '<script>alert(1)</script> & ]]>',
      'END:VEVENT\\nBEGIN:VEVENT; x, y',
      '"\'><!-- -->',
      '&lt;b&gt;',
    ];
    for (const title of titles) await makeEvent(app, { title, description: `${title}\n<b>\uffff` }, team);
    const rss = (await read(`/feeds/teams/${team.teamId}.rss`)).body;
    expect(rss).not.toMatch(/<script|<b>|<!--|\]\]>|\uffff/);
    expect(rss.match(/<item>/g)).toHaveLength(titles.length);
    const calendar = await readCalendar(`/feeds/teams/${team.teamId}.ics`);
    expect(calendar.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(titles.length);
    expect(calendar).toContain('SUMMARY:END:VEVENT\\\\nBEGIN:VEVENT\\; x\\, y');
  });
});
