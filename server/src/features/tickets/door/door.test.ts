import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeDoor, makeDoorLink, moveEvent, openDoor } from '../../../../test/tickets.ts';
import { makeAdmin, makeMember, makeOrganiser, type TestUser } from '../../../../test/factories.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

const minutesAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000).toISOString();

const hash = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 32);

describe('a scan', () => {
  it('checks a ticket in by its code, its short code or its number, and says who did', async () => {
    const { door, tickets } = await makeDoor(app, organiser, 3);
    const [first, second, third] = tickets;
    const scans = [
      { code: first?.code },
      { code: second?.shortCode.toLowerCase() },
      { ticket_id: third?.id },
    ];
    const { body } = await door.send(scans);
    expect(body.results).toMatchObject(
      tickets.map(({ id }) => ({
        outcome: 'admitted',
        msg: null,
        ticket: { id, status: 'used', used_link: 'Gate A', is_own: true },
      })),
    );
    expect((await door.read()).body).toMatchObject({ admitted: 3, expected: 3 });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('is refused when the ticket is used, with the time and the link of its use', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    const { key } = await makeDoorLink(app, organiser, eventId, 'Gate B');
    await openDoor(app, eventId, { key }).scan({ code: ticket.code });
    expect(await door.scan({ code: ticket.code })).toMatchObject({
      outcome: 'ticket_used',
      msg: 'Ticket has already been used',
      ticket: { id: ticket.id, used_link: 'Gate B', is_own: false },
    });
  });

  it('admits a ticket once when two links scan it at the same moment', async () => {
    const { eventId, door, tickets } = await makeDoor(app, organiser, 5);
    const { key } = await makeDoorLink(app, organiser, eventId, 'Gate B');
    const doors = [door, openDoor(app, eventId, { key }), openDoor(app, eventId, { token: organiser.token })];
    // The first scans open the connections, so the later ones run more at once.
    for (const { code } of tickets) {
      const four = Array.from({ length: 4 }, () => doors.map((one) => one.scan({ code })));
      const outcomes = (await Promise.all(four.flat())).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'ticket_used')).toHaveLength(11);
    }
  });

  it('gets its first answer when the device sends it again', async () => {
    const { door, ticket } = await makeDoor(app, organiser);
    const scan = { id: randomUUID(), code: ticket.code };
    const answers = await Promise.all(Array.from({ length: 8 }, () => door.scan(scan)));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['admitted']));
    const { rows } = await readAudit(ticket.id);
    expect(rows).toHaveLength(1);
  });

  it('gets another answer after its check-in was undone, and admits nobody', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    const scan = { id: randomUUID(), code: ticket.code };
    await door.scan(scan);
    await door.undo(ticket.id);
    expect(await door.scan(scan)).toMatchObject({
      outcome: 'check_in_undone',
      msg: 'This check-in was undone',
      ticket: { status: 'valid' },
    });
    await openDoor(app, eventId, { token: organiser.token }).scan({ code: ticket.code });
    expect(await door.scan(scan)).toMatchObject({ outcome: 'ticket_used', ticket: { is_own: false } });
  });

  it('cannot take the id of the scan of another ticket, and keeps back no others of its list', async () => {
    const { door, tickets } = await makeDoor(app, organiser, 3);
    const id = randomUUID();
    const [first, second, third] = tickets;
    await door.scan({ id, code: first?.code });
    const { body } = await door.send([{ id, code: second?.code }, { code: third?.code }]);
    expect(body.results).toMatchObject([
      {
        outcome: 'scan_id_taken',
        msg: 'Another ticket was scanned with this id',
        ticket: { status: 'valid' },
      },
      { outcome: 'admitted' },
    ]);
    expect((await door.read()).body.admitted).toBe(2);
  });

  it('is not stored when it is refused', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    await door.scan({ code: ticket.code });
    await door.scan({ code: ticket.code });
    const scans = app.db.selectFrom('door_scans').select('id').where('event_id', '=', eventId);
    expect(await scans.execute()).toHaveLength(1);
  });

  it('says no more than that a ticket is for another event', async () => {
    const [{ door }, other] = [await makeDoor(app, organiser), await makeDoor(app, organiser)];
    expect(await door.scan({ code: other.ticket.code })).toEqual({
      id: expect.any(String) as unknown,
      outcome: 'other_event',
      msg: 'This ticket is for another event',
      ticket: null,
    });
    expect(await door.scan({ ticket_id: other.ticket.id })).toMatchObject({
      outcome: 'ticket_not_found',
      ticket: null,
    });
    expect((await other.door.read()).body.admitted).toBe(0);
  });

  it('of an unknown code finds nothing', async () => {
    const { door } = await makeDoor(app, organiser);
    expect(await door.scan({ code: 'A'.repeat(24) })).toMatchObject({ outcome: 'ticket_not_found' });
  });

  it('by the hash of an old code is refused', async () => {
    const { door, ticket } = await makeDoor(app, organiser);
    const wrong = await door.scan({ ticket_id: ticket.id, code_hash: hash('old code') });
    expect(wrong).toMatchObject({ outcome: 'ticket_code_replaced' });
    const right = await door.scan({ ticket_id: ticket.id, code_hash: hash(ticket.code) });
    expect(right).toMatchObject({ outcome: 'admitted' });
  });

  it('of a cancelled ticket is refused with the reason, and the list of guests says so', async () => {
    const { door, ticket } = await makeDoor(app, organiser);
    const [{ token }, params] = [organiser, { id: ticket.id }];
    await app.call('PATCH /tickets/:id', { token, params, body: { status: 'cancelled' } });
    expect(await door.scan({ code: ticket.code })).toMatchObject({
      outcome: 'ticket_cancelled',
      ticket: { name: 'Mara Ellis', status: 'cancelled' },
    });
    expect((await door.guests()).body.guests).toMatchObject([{ id: ticket.id, status: 'cancelled' }]);
    expect((await door.read()).body).toMatchObject({ admitted: 0, expected: 0 });
  });

  it('is refused after the event was cancelled', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    await app.db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', eventId).execute();
    expect(await door.scan({ code: ticket.code })).toMatchObject({ outcome: 'event_cancelled' });
  });
});

describe('a scan that was kept without a network', () => {
  it('checks the ticket in at the time of the scan', async () => {
    const { door, ticket } = await makeDoor(app, organiser);
    const scanned_at = minutesAgo(25);
    expect(await door.scan({ code: ticket.code, scanned_at })).toMatchObject({
      outcome: 'admitted',
      ticket: { used_at: scanned_at },
    });
  });

  it('counts as one of now when the clock of the device is ahead', async () => {
    const { door, ticket } = await makeDoor(app, organiser);
    const { outcome, ticket: used } = await door.scan({ code: ticket.code, scanned_at: minutesAgo(-90) });
    expect(outcome).toBe('admitted');
    expect(new Date(used?.used_at ?? 0).getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
  });

  it('is refused when it is older than the day of the event', async () => {
    const { door, ticket } = await makeDoor(app, organiser);
    expect(await door.scan({ code: ticket.code, scanned_at: minutesAgo(12 * 60) })).toMatchObject({
      outcome: 'too_early',
      ticket: { status: 'valid' },
    });
  });

  it('admits somebody who came before the end, although it is sent after the end', async () => {
    const { eventId, door, tickets } = await makeDoor(app, organiser, 2);
    await moveEvent(app, eventId, -3);
    const [first, second] = tickets;
    const scans = [{ code: first?.code, scanned_at: minutesAgo(90) }, { code: second?.code }];
    const { body } = await door.send(scans);
    expect(body.results.map(({ outcome }) => outcome)).toEqual(['admitted', 'event_ended']);
  });

  it('is a double entry for the second device that admitted the ticket', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    const member = await makeMember(app, organiser.teamId, 'organizer');
    const kept = { ticket_id: ticket.id, code_hash: hash(ticket.code) };
    await openDoor(app, eventId, member).scan({ ...kept, scanned_at: minutesAgo(10) });
    expect(await door.scan({ ...kept, scanned_at: minutesAgo(12) })).toMatchObject({
      outcome: 'ticket_used',
      ticket: { used_link: null, is_own: false },
    });
  });
});

describe('undoing a check-in', () => {
  it('is possible for the link that made it, and not for another link', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    const { key } = await makeDoorLink(app, organiser, eventId, 'Gate B');
    await door.scan({ code: ticket.code });
    expect((await openDoor(app, eventId, { key }).undo(ticket.id)).status).toBe(403);
    expect(await door.undo(ticket.id)).toMatchObject({
      status: 200,
      body: { ticket: { id: ticket.id, status: 'valid', used_link: null } },
    });
    expect(await door.undo(ticket.id)).toMatchObject({ status: 409, body: { code: 'ticket_not_live' } });
  });

  it('is refused for a check-in of the team', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    await openDoor(app, eventId, { token: organiser.token }).scan({ code: ticket.code });
    expect((await door.undo(ticket.id)).status).toBe(403);
    expect((await door.undo(ticket.id + 1_000_000)).status).toBe(404);
  });
});

async function readAudit(ticketId: number) {
  const rows = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'link_name'])
    .where('object_type', '=', 'ticket')
    .where('object_id', '=', ticketId)
    .orderBy('id')
    .execute();
  return { rows };
}

describe('the audit log', () => {
  it('names the link that checked a ticket in, and the person who made the link', async () => {
    const { door, ticket, linkId } = await makeDoor(app, organiser);
    await door.scan({ code: ticket.code });
    await door.undo(ticket.id);
    const { token } = await makeAdmin(app);
    const { body } = await app.call('GET /admin/audit', { token, query: { limit: '20' } });
    const about = (id: number) =>
      body.entries
        .filter(({ object_id }) => object_id === id)
        .map(({ action, actor_name }) => [action, actor_name]);
    expect(about(ticket.id)).toEqual([
      ['ticket.check_in_undone', 'door link Gate A'],
      ['ticket.checked_in', 'door link Gate A'],
    ]);
    expect(about(linkId)).toContainEqual(['door_link.created', organiser.username]);
  });
});

describe('the deletion of an event', () => {
  it('deletes its links and scans', async () => {
    const { eventId, door, ticket } = await makeDoor(app, organiser);
    await door.scan({ code: ticket.code });
    await app.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('events').where('id', '=', eventId).execute();
    });
    expect((await door.read()).status).toBe(403);
    const scans = await app.db
      .selectFrom('door_scans')
      .select('id')
      .where('event_id', '=', eventId)
      .execute();
    expect(scans).toEqual([]);
  });
});
