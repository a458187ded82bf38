import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  openCheckout,
  type TestUser,
} from '../../../test/factories.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

async function makePrivateEvent(price = 0) {
  const { id } = await makeEvent(app, { price, is_public: false }, organiser);
  return { id, key: await readKey(id) };
}

async function readKey(id: number): Promise<string> {
  const { body } = await read(id, { token: organiser.token });
  return String(body.event.private_key);
}

function read(id: number, { token, key }: { token?: string; key?: string } = {}) {
  return app.call('GET /events/:id', { token, params: { id }, query: key === undefined ? {} : { key } });
}

function change(id: number, body: { is_public: boolean }) {
  return app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body });
}

function register(id: number, { token }: TestUser, key?: string) {
  return app.call('POST /events/:id/register', { token, params: { id }, body: { key } });
}

describe('a private event', () => {
  it('is found only by its id together with its whole key', async () => {
    const { id, key } = await makePrivateEvent();
    expect(key).toMatch(/^[\w-]{22}$/);
    const { token } = await makeUser(app);
    for (const wrong of [undefined, '', key.slice(0, -1), `${key}a`, key.toUpperCase(), 'null']) {
      expect((await read(id, { key: wrong })).body, `with the key ${wrong}`).toMatchObject({
        code: 'event_not_found',
      });
      expect((await read(id, { token, key: wrong })).status).toBe(404);
    }
    expect((await read(id, { key })).body.event).toMatchObject({ id, is_public: false });
  });

  it('is hidden from everybody outside its team while it is a draft, even from people who have its key', async () => {
    const { id, key } = await makePrivateEvent();
    await app.db.updateTable('events').set({ status: 'draft' }).where('id', '=', id).execute();
    expect((await read(id, { key })).status).toBe(404);
    expect((await read(id, { token: organiser.token })).status).toBe(200);
  });

  it('stays open to people who have a place, until they give up the place', async () => {
    const { id, key } = await makePrivateEvent(8);
    const buyer = await makeUser(app);
    expect((await register(id, buyer)).status).toBe(404);
    const { body } = await register(id, buyer, key);
    expect((await read(id, buyer)).status).toBe(200);
    // A buyer with a hold needs no key to open the checkout.
    await openCheckout(app, buyer, id);
    await app.call('PATCH /events/registrations/:id/cancel', {
      token: buyer.token,
      params: { id: body.registration.id },
    });
    expect((await read(id, buyer)).status).toBe(404);
  });

  it('shows its key only to people who may edit the event', async () => {
    const { id, key } = await makePrivateEvent();
    const editor = await makeMember(app, organiser.teamId, 'event_manager');
    const helper = await makeMember(app, organiser.teamId, 'organizer');
    const guest = await makeUser(app);
    await register(id, guest, key);
    expect((await read(id, editor)).body.event.private_key).toBe(key);
    for (const caller of [helper, guest, { key }]) {
      const { body } = await read(id, caller);
      expect(body.event.id).toBe(id);
      expect(body.event).not.toHaveProperty('private_key');
    }
    const list = await app.call('GET /events/team/:teamId', {
      token: editor.token,
      params: { teamId: organiser.teamId },
    });
    expect(list.body.events.map((event) => event.id)).toContain(id);
    expect(JSON.stringify(list.body)).not.toContain('private_key');
  });

  it('lets people read their own tickets after they lost their place', async () => {
    const { id, key } = await makePrivateEvent();
    const guest = await makeUser(app);
    const ownTickets = () =>
      app.call('GET /tickets/user/:userId/event/:eventId', {
        token: guest.token,
        params: { userId: guest.id, eventId: id },
      });
    expect((await ownTickets()).status).toBe(404);
    const { body } = await register(id, guest, key);
    await app.call('PATCH /events/registrations/:id/cancel', {
      token: guest.token,
      params: { id: body.registration.id },
    });
    expect((await ownTickets()).body.tickets).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('the key of a private event', () => {
  it('is removed when the event becomes public, and the event gets a new key when it becomes private again', async () => {
    const { id, key } = await makePrivateEvent();
    expect((await change(id, { is_public: true })).body.event.private_key).toBeNull();
    expect((await read(id)).status).toBe(200);
    const again = String((await change(id, { is_public: false })).body.event.private_key);
    expect(again).toMatch(/^[\w-]{22}$/);
    expect(again).not.toBe(key);
    expect((await change(id, { is_public: false })).body.event.private_key).toBe(again);
    expect((await read(id, { key })).status).toBe(404);
  });

  it('can be replaced, so that links with the old key stop working', async () => {
    const { id, key } = await makePrivateEvent();
    const renew = (event: number) =>
      app.call('POST /events/:id/private-key', { token: organiser.token, params: { id: event } });
    const { body } = await renew(id);
    expect((await read(id, { key })).status).toBe(404);
    expect((await read(id, { key: body.private_key })).status).toBe(200);
    const open = await makeEvent(app, {}, organiser);
    expect(await renew(open.id)).toMatchObject({ status: 409, body: { code: 'event_is_public' } });
  });

  it('is created by the migration for private events that existed before keys', async () => {
    const { id } = await makePrivateEvent();
    await sql`alter table events drop constraint events_private_has_key`.execute(app.db);
    await app.db.updateTable('events').set({ private_key: null }).execute();
    const file = new URL('../../db/migrations/0020-private-events.sql', import.meta.url);
    const [, ...statements] = (await readFile(file, 'utf8')).split(/;\s*\n\s*\n/);
    for (const statement of statements) await sql.raw(statement).execute(app.db);
    const key = await readKey(id);
    expect(key).toMatch(/^[\w-]{22}$/);
    expect((await read(id, { key })).status).toBe(200);
  });
});

describe('the link to a private event', () => {
  it('contains the key in emails to attendees and in their calendar entries', async () => {
    const { id, key } = await makePrivateEvent();
    const guest = await makeUser(app);
    await register(id, guest, key);
    const address = `${app.deps.publicUrl}/events/${id}?key=${key}`;
    const ofGuest = () => app.mails.find(({ to, subject }) => to === guest.email && /ticket/.test(subject));
    await expect.poll(ofGuest).toBeDefined();
    const mail = ofGuest();
    expect(mail?.text).toContain(`View the event: ${address}`);
    const entry = mail?.attachments?.find(({ filename }) => filename === 'event.ics');
    expect(String(entry?.content).replaceAll('\r\n ', '')).toContain(address);
    const file = await app.send<string>('GET', `/api/events/${id}/calendar?key=${key}`);
    expect(file.body.replaceAll('\r\n ', '')).toContain(address);
  });

  it('contains the key in an attendee’s calendar file only if the attendee asked for the file with the current key', async () => {
    const { id, key } = await makePrivateEvent();
    const guest = await makeUser(app);
    await register(id, guest, key);
    const params = { id };
    const renewed = await app.call('POST /events/:id/private-key', { token: organiser.token, params });
    const headers = { authorization: `Bearer ${guest.token}` };
    for (const query of ['', `?key=${key}`]) {
      const file = await app.send<string>('GET', `/api/events/${id}/calendar${query}`, { headers });
      expect(file.status).toBe(200);
      expect(file.body.replaceAll('\r\n ', '')).toContain(`/events/${id}`);
      expect(file.body.replaceAll('\r\n ', '')).not.toContain('?key=');
    }
    const key2 = renewed.body.private_key;
    const file = await app.send<string>('GET', `/api/events/${id}/calendar?key=${key2}`, { headers });
    expect(file.body.replaceAll('\r\n ', '')).toContain(key2);
  });

  it('contains the key when it leads back from the payment page', async () => {
    const { id, key } = await makePrivateEvent(8);
    const buyer = await makeUser(app);
    const { body } = await app.call('POST /stripe/create-checkout-session', {
      token: buyer.token,
      body: { eventId: id, userId: buyer.id, key },
    });
    const page = await app.send<string>('GET', new URL(body.url).pathname);
    expect(page.body).toContain(`/events/${id}?key=${key}`);
  });
});
