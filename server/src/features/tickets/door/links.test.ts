import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buyAtDoor, makeDoor, makeDoorLink, moveEvent, openDoor } from '../../../../test/tickets.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  type TestUser,
} from '../../../../test/factories.ts';
import { deleteOldDoorData } from './links.service.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

describe('a link for volunteers', () => {
  it('opens the door of its event without an account', async () => {
    const { door } = await makeDoor(app, organiser, 2);
    expect(await door.read()).toMatchObject({
      status: 200,
      body: { link_name: 'Gate A', admitted: 0, expected: 2 },
    });
  });

  it('is stored as a hash of its key', async () => {
    const { key, linkId } = await makeDoor(app, organiser);
    const { key_hash } = await app.db
      .selectFrom('door_links')
      .select('key_hash')
      .where('id', '=', linkId)
      .executeTakeFirstOrThrow();
    const secret = key.slice(key.indexOf('-') + 1);
    expect(key_hash).toEqual(createHash('sha256').update(secret).digest());
  });

  it('opens no other event', async () => {
    const [{ key }, other] = [await makeDoor(app, organiser), await makeDoor(app, organiser)];
    const door = openDoor(app, other.eventId, { key });
    const refusal = { status: 403, body: { code: 'door_link_ended' } };
    expect(await door.read()).toMatchObject(refusal);
    expect(await door.guests()).toMatchObject(refusal);
    expect(await door.send([{ code: other.ticket.code }])).toMatchObject(refusal);
    expect(await door.undo(other.ticket.id)).toMatchObject(refusal);
  });

  it.each(['', 'x', '0-x', '999999999999999-', '1-'])('needs its whole key, not %o', async (start) => {
    const { eventId } = await makeDoor(app, organiser);
    for (const key of [start, start + 'A'.repeat(43)])
      expect(await openDoor(app, eventId, { key }).read()).toMatchObject({
        status: 403,
        body: { code: 'door_link_ended' },
      });
  });

  it('opens nothing with another secret behind the right number', async () => {
    const { eventId, linkId } = await makeDoor(app, organiser);
    const key = `${linkId}-${'A'.repeat(43)}`;
    expect((await openDoor(app, eventId, { key }).read()).status).toBe(403);
  });

  it('opens nothing at the next request after it was revoked, and stays in the list', async () => {
    const { eventId, linkId, door, ticket } = await makeDoor(app, organiser);
    expect((await door.read()).status).toBe(200);
    const params = { id: eventId, linkId };
    const revoke = () =>
      app.call('DELETE /events/:id/door-links/:linkId', { token: organiser.token, params });
    expect((await revoke()).status).toBe(204);
    expect((await revoke()).status).toBe(204);
    expect(await door.read()).toMatchObject({ status: 403, body: { code: 'door_link_ended' } });
    expect((await door.send([{ code: ticket.code }])).status).toBe(403);
    const { body } = await app.call('GET /events/:id/door-links', {
      token: organiser.token,
      params: { id: eventId },
    });
    expect(body.links).toMatchObject([{ id: linkId, name: 'Gate A' }]);
    expect(body.links[0]?.revoked_at).not.toBeNull();
    expect(body.links[0]?.last_used_at).not.toBeNull();
    expect(JSON.stringify(body)).not.toContain('key');
  });

  it.each([
    ['opens 12 hours before the event', 11.9, { status: 200 }],
    ['is closed before that', 12.1, { status: 403, body: { code: 'door_link_closed' } }],
    ['is open until 6 hours after the end of the event', -7.9, { status: 200 }],
    ['is closed after that', -8.1, { status: 403, body: { code: 'door_link_closed' } }],
  ])('%s', async (_title, hours, answer) => {
    const { eventId, door } = await makeDoor(app, organiser);
    await moveEvent(app, eventId, hours);
    expect(await door.read()).toMatchObject(answer);
  });

  it('says which event it is for and when it works, while it is closed', async () => {
    const { eventId, door } = await makeDoor(app, organiser);
    await moveEvent(app, eventId, 24);
    const params = { id: eventId };
    const { body } = await app.call('GET /events/:id/door-links', { token: organiser.token, params });
    const { title } = await app.db
      .selectFrom('events')
      .select('title')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    const { opens_at, closes_at } = body;
    expect(await door.read()).toMatchObject({
      status: 403,
      body: { code: 'door_link_closed', door: { title, opens_at, closes_at } },
    });
  });

  it('is one of at most 50 that work, also when several are made at the same moment', async () => {
    const { eventId } = await makeDoor(app, organiser);
    // At the same moment, so that afterwards all connections are open and the last eight run at once.
    await Promise.all(Array.from({ length: 46 }, () => makeDoorLink(app, organiser, eventId)));
    const make = () =>
      app.call('POST /events/:id/door-links', {
        token: organiser.token,
        params: { id: eventId },
        body: { name: 'One more' },
      });
    const made = await Promise.all(Array.from({ length: 8 }, make));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await make()).toMatchObject({ status: 409, body: { code: 'too_many_door_links' } });
  });

  it('stops working when the person who made it leaves the team, and the list says so', async () => {
    const { eventId } = await makeDoor(app, organiser);
    const member = await makeMember(app, organiser.teamId, 'organizer');
    const { key, linkId } = await makeDoorLink(app, member, eventId, 'Gate B');
    const door = openDoor(app, eventId, { key });
    expect((await door.read()).status).toBe(200);
    const params = { id: organiser.teamId, memberId: member.id };
    const leave = app.call('DELETE /teams/:id/members/:memberId', { token: member.token, params });
    expect((await leave).status).toBeLessThan(300);
    expect(await door.read()).toMatchObject({ status: 403, body: { code: 'door_link_ended' } });
    const { body } = await app.call('GET /events/:id/door-links', {
      token: organiser.token,
      params: { id: eventId },
    });
    expect(body.links).toMatchObject([
      { id: linkId, made_by: member.username, works: false, revoked_at: null },
      { name: 'Gate A', made_by: organiser.username, works: true },
    ]);
  });

  it('stops working when its event moves to another team', async () => {
    const { eventId, door } = await makeDoor(app, organiser);
    const { teamId } = await makeOrganiser(app);
    await app.db.updateTable('events').set({ team_id: teamId }).where('id', '=', eventId).execute();
    expect((await door.read()).status).toBe(403);
  });

  it('stops working when the account of the person who made it is deleted', async () => {
    const { eventId } = await makeDoor(app, organiser);
    const member = await makeMember(app, organiser.teamId, 'organizer');
    const door = openDoor(app, eventId, await makeDoorLink(app, member, eventId));
    await deleteOwnAccount(app, member);
    expect((await door.read()).status).toBe(403);
  });

  it('works when a site administrator made it', async () => {
    const { eventId } = await makeDoor(app, organiser);
    const door = openDoor(app, eventId, await makeDoorLink(app, await makeAdmin(app), eventId));
    expect((await door.read()).status).toBe(200);
  });

  it('is deleted a month after it was revoked, and the scans a month after they came', async () => {
    const { eventId, linkId, door, tickets } = await makeDoor(app, organiser, 2);
    const revoked = await makeDoorLink(app, organiser, eventId, 'Gate B');
    const [first, second] = tickets;
    await openDoor(app, eventId, revoked).scan({ code: first?.code });
    await door.scan({ code: second?.code });
    const longAgo = new Date(app.clock.now().getTime() - 31 * 24 * 3600_000);
    const ofGateB = app.db.updateTable('door_links').where('id', '=', revoked.linkId);
    await ofGateB.set({ revoked_at: longAgo }).execute();
    const ofFirst = app.db.updateTable('door_scans').where('ticket_id', '=', first?.id ?? 0);
    await ofFirst.set({ received_at: longAgo }).execute();
    await deleteOldDoorData(app.deps);
    const links = await app.db
      .selectFrom('door_links')
      .select('id')
      .where('event_id', '=', eventId)
      .execute();
    expect(links).toEqual([{ id: linkId }]);
    const scans = await app.db
      .selectFrom('door_scans')
      .select('ticket_id')
      .where('event_id', '=', eventId)
      .execute();
    expect(scans).toEqual([{ ticket_id: second?.id }]);
  });

  it('cannot be revoked through another event', async () => {
    const [{ linkId, door }, other] = [await makeDoor(app, organiser), await makeDoor(app, organiser)];
    const params = { id: other.eventId, linkId };
    const answer = await app.call('DELETE /events/:id/door-links/:linkId', {
      token: organiser.token,
      params,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'door_link_not_found' } });
    expect((await door.read()).status).toBe(200);
  });
});

describe('wrong keys', () => {
  it('are slowed for their network address, while right keys keep working there', async () => {
    const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
    const person = await makeOrganiser(limited);
    const event = await makeEvent(limited, { price: 0, startsIn: 1 }, person);
    const { key } = await makeDoorLink(limited, person, event.id);
    const guess = () => openDoor(limited, event.id, { key: `1-${'B'.repeat(43)}` }).read();
    for (let tries = 0; tries < 100; tries += 1) expect((await guess()).status).toBe(403);
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await openDoor(limited, event.id, { key }).read()).status).toBe(200);
    await limited.close();
  });
});

describe('a scan at the door', () => {
  it('is refused after too many wrong short codes, and keeps back no others of its list', async () => {
    const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
    const person = await makeOrganiser(limited);
    const event = await makeEvent(limited, { price: 0, startsIn: 1 }, person);
    const door = openDoor(limited, event.id, await makeDoorLink(limited, person, event.id));
    const [ticket] = await buyAtDoor(limited, event.id);
    const wrong = Array.from({ length: 61 }, () => ({ code: 'AAAAAAAAAA' }));
    const { body } = await door.send([...wrong, { code: ticket?.code }]);
    const outcomes = body.results.slice(-3).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ticket_not_found', 'too_many_requests', 'admitted']);
    await limited.close();
  });
});
