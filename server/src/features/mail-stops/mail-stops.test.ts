import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, only, type TestUser } from '../../../test/factories.ts';
import { listMailsTo, waitForMails, waitForNews } from '../../../test/mails/wait-for-mails.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

/** Registers a guest who did not ask for the registration. */
async function putOnList(guest: TestUser, by = organiser) {
  const event = await makeEvent(app, { price: 0 }, by);
  const params = { id: event.id };
  await app.call('POST /events/:id/register', { token: by.token, params, body: { user_id: guest.id } });
  await waitForMails(app);
  return event;
}

function readToken(guest: TestUser): string {
  return listMailsTo(app, guest).at(-1)?.stopAddress?.split('/').at(-1) ?? '';
}

const find = (token: string) => app.call('POST /mail-stops/find', { body: { token } });

const change = (token: string, scope: 'event' | 'team' | 'all', is_stopped: boolean) =>
  app.call('POST /mail-stops', { body: { token, scope, is_stopped } });

describe('the stop link in an unrequested mail from a team', () => {
  it('stops unrequested mails from this team after the reader confirms, and lets the reader allow them again', async () => {
    const [guest, other] = [await makeUser(app), await makeOrganiser(app)];
    await putOnList(guest);
    const token = readToken(guest);
    const { name } = (await app.call('GET /teams/:id', { params: { id: organiser.teamId } })).body.team;
    const offered = [
      { scope: 'team', name, is_stopped: false },
      { scope: 'all', name: null, is_stopped: false },
    ];
    expect((await find(token)).body.choices).toEqual(offered);
    expect((await find(token)).body.choices).toEqual(offered);
    const stopped = await change(token, 'team', true);
    expect(stopped.body.choices).toMatchObject([{ is_stopped: true }, { is_stopped: false }]);
    await putOnList(guest);
    expect(listMailsTo(app, guest)).toHaveLength(1);
    await putOnList(guest, other);
    expect(listMailsTo(app, guest)).toHaveLength(2);
    await change(token, 'team', false);
    await putOnList(guest);
    expect(listMailsTo(app, guest)).toHaveLength(3);
  });

  it('can stop unrequested mails from all teams, but no mail about the reader’s own orders', async () => {
    const [guest, other] = [await makeUser(app), await makeOrganiser(app)];
    await putOnList(guest);
    await change(readToken(guest), 'all', true);
    await putOnList(guest);
    const event = await putOnList(guest, other);
    expect(listMailsTo(app, guest)).toHaveLength(1);
    const own = await makeEvent(app, { price: 0 }, other);
    await app.call('POST /events/:id/register', { token: guest.token, params: { id: own.id } });
    await waitForMails(app);
    expect(listMailsTo(app, guest).map((mail) => mail.subject)).toContain(`Your ticket: ${own.title}`);
    const tickets = await app.db
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', event.id)
      .execute();
    expect(tickets).toHaveLength(1);
  });

  it('stops unrequested mails from this team when a mail program sends a POST, but not when somebody only opens the link', async () => {
    const guest = await makeUser(app);
    await putOnList(guest);
    const token = readToken(guest);
    const address = `/mail/stop/${token}`;
    await app.send('GET', address);
    expect((await find(token)).body.choices).toMatchObject([{ is_stopped: false }, { is_stopped: false }]);
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=x', '--x\r\n\r\nList-Unsubscribe=One-Click\r\n--x--'],
    ] as const) {
      await change(token, 'team', false);
      const answer = await app.send('POST', address, { payload, headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 200, body: 'You will no longer get these emails.\n' });
      expect((await find(token)).body.choices).toMatchObject([{ is_stopped: true }, { is_stopped: false }]);
    }
    expect((await app.send('POST', address)).status).toBe(200);
    expect((await app.send('POST', '/mail/stop/forged')).status).toBe(400);
  });
});

describe('the stop link in news about an event', () => {
  it('stops further news about this event, but not the mail about its cancellation', async () => {
    const guest = await makeUser(app);
    const event = await makeEvent(app, { price: 0 }, organiser);
    const params = { id: event.id };
    await app.call('POST /events/:id/register', { token: guest.token, params });
    await waitForMails(app);
    const tell = async (body: { location: string } | { status: 'cancelled' }) => {
      await app.call('PATCH /events/:id', { token: organiser.token, params, body });
      await waitForNews(app);
    };
    await tell({ location: 'Upstairs' });
    const token = readToken(guest);
    const choice = { scope: 'event', name: event.title };
    expect((await find(token)).body.choices).toEqual([{ ...choice, is_stopped: false }]);
    expect((await change(token, 'event', true)).body.choices).toEqual([{ ...choice, is_stopped: true }]);
    expect((await change(token, 'all', true)).body.code).toBe('stop_link_invalid');
    await tell({ location: 'Downstairs' });
    await tell({ status: 'cancelled' });
    const subjects = listMailsTo(app, guest).map((mail) => mail.subject);
    expect(subjects).toEqual([
      `Your ticket: ${event.title}`,
      `New place: ${event.title}`,
      `Cancelled: ${event.title}`,
    ]);
    expect(only(listMailsTo(app, guest, 'Cancelled')).text).toContain('delete your account:');
  });
});

describe('the page that a stop link opens', () => {
  it('refuses a link that Foyer did not sign', async () => {
    for (const answer of [await find('forged'), await change('forged', 'all', true)]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'stop_link_invalid' } });
    }
  });
});
