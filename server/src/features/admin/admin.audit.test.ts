import type { AuditAction } from '@foyer/contract/admin.ts';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  only,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import { waitUntilLocked } from '../../../test/faults/locks.ts';
import { accept, makeInvitation } from '../../../test/invitations.ts';
import { buyTicket, cancelRegistration, listAuditEntries } from '../../../test/payments.ts';
import { readTicket } from '../../../test/tickets.ts';

let app: TestApp;
let admin: TestUser;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

async function list(query: Record<string, string> = {}) {
  return (await app.call('GET /admin/audit', { token: admin.token, query })).body;
}

function by(
  { id: actor_id, username }: TestUser,
  entries: { action: AuditAction; details?: object; event_id?: number | null }[],
) {
  return entries.map((entry) => ({ actor_id, username, ...entry }));
}

async function register(eventId: number, { token }: TestUser) {
  const { body } = await app.call('POST /events/:id/register', { token, params: { id: eventId } });
  const ticket = await readTicket(app, body.registration.id);
  return { registrationId: body.registration.id, ticketId: ticket.id };
}

function change(id: number, status: 'valid' | 'used' | 'cancelled', token = organiser.token) {
  return app.call('PATCH /tickets/:id', { token, params: { id }, body: { status } });
}

describe('the audit log of tickets', () => {
  it('records each change of a ticket once, even if requests repeat: given, checked in, check-in undone, cancelled, deleted', async () => {
    const event = await makeEvent(app, { price: 10 }, organiser);
    const guest = await makeUser(app);
    const { body } = await app.call('POST /tickets', {
      token: organiser.token,
      body: { event_id: event.id, user_id: guest.id },
    });
    const { id } = body.ticket;
    // Send twenty requests for each status at once. Only one of them changes the ticket, so the audit log gets one
    // entry.
    for (const status of ['used', 'valid', 'cancelled'] as const) {
      await Promise.all(Array.from({ length: 20 }, () => change(id, status)));
    }
    const { token } = organiser;
    await Promise.all(
      Array.from({ length: 5 }, () => app.call('DELETE /tickets/:id', { token, params: { id } })),
    );
    const of = { event_id: event.id, details: { user_id: guest.id } };
    expect(await listAuditEntries(app, 'ticket', id)).toMatchObject(
      by(organiser, [
        { action: 'ticket.given', ...of },
        { action: 'ticket.checked_in', ...of },
        { action: 'ticket.check_in_undone', ...of },
        { action: 'ticket.cancelled', ...of },
        { action: 'ticket.deleted', ...of },
      ]),
    );
  });

  it('records one entry for deleting a valid ticket, and no entry for a refused request', async () => {
    const event = await makeEvent(app, { price: 0 }, organiser);
    const { ticketId: id } = await register(event.id, await makeUser(app));
    const door = await makeMember(app, organiser.teamId, 'organizer');
    expect((await change(id, 'cancelled', door.token)).status).toBe(403);
    const paid = await makeEvent(app, { price: 10 }, organiser);
    const bought = await buyTicket(app, await makeUser(app), paid.id);
    expect((await change(bought.ticketId, 'cancelled')).body.code).toBe('ticket_paid');
    await app.call('DELETE /tickets/:id', { token: organiser.token, params: { id } });
    expect(await listAuditEntries(app, 'ticket', id)).toMatchObject(
      by(organiser, [{ action: 'ticket.deleted' }]),
    );
    expect(await listAuditEntries(app, 'ticket', bought.ticketId)).toEqual([]);
  });
});

describe('the audit log of registrations', () => {
  it('records a cancellation by somebody else, but not by the attendee', async () => {
    const event = await makeEvent(app, { price: 0 }, organiser);
    const [own, others] = [await makeUser(app), await makeUser(app)];
    const mine = await register(event.id, own);
    const theirs = await register(event.id, others);
    await cancelRegistration(app, own);
    await app.call('PATCH /events/registrations/:id/cancel', {
      token: admin.token,
      params: { id: theirs.registrationId },
    });
    expect(await listAuditEntries(app, 'registration', mine.registrationId)).toEqual([]);
    expect(await listAuditEntries(app, 'registration', theirs.registrationId)).toMatchObject(
      by(admin, [{ action: 'registration.cancelled', event_id: event.id, details: { user_id: others.id } }]),
    );
  });
});

describe('the audit log of events', () => {
  it('records that an event was cancelled, published again or deleted, or got a new price, cancellation deadline or capacity', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 5 }, organiser);
    const patch = (body: BodyInput<Endpoints['PATCH /events/:id']>) =>
      app.call('PATCH /events/:id', { token: organiser.token, params: { id: event.id }, body });
    await patch({ max_attendees: 6 });
    await register(event.id, await makeUser(app));
    await patch({ max_attendees: 7 });
    await patch({ max_attendees: 7, title: 'The same room' });
    await patch({ status: 'cancelled' });
    await patch({ status: 'cancelled' });
    await patch({ status: 'published', price: 12, refund_days: 7 });
    await app.call('DELETE /events/:id', { token: organiser.token, params: { id: event.id } });
    expect(await listAuditEntries(app, 'event', event.id)).toMatchObject(
      by(organiser, [
        { action: 'event.capacity_changed', details: { from: 6, to: 7, taken: 1 } },
        { action: 'event.cancelled', details: { title: 'The same room' } },
        { action: 'event.on_again', details: { title: 'The same room' } },
        { action: 'event.price_changed', details: { from_pence: 0, to_pence: 1200 } },
        { action: 'event.refund_days_changed', details: { from_days: null, to_days: 7 } },
        { action: 'event.deleted', event_id: event.id },
      ]),
    );
  });
});

describe('the audit log of administrators and teams', () => {
  it('records once, even if requests repeat, that a user was created, promoted, demoted or deleted', async () => {
    const { token } = admin;
    const account = { username: 'made-here', email: 'made-here@example.org', password: 'a good password' };
    const { id } = (await app.call('POST /users', { token, body: account })).body.user;
    const set = (is_site_admin: boolean) =>
      app.call('PATCH /admin/users/:id', { token, params: { id }, body: { is_site_admin } });
    for (const to of [true, true, false, false]) await set(to);
    await app.call('DELETE /users/:id', { token, params: { id } });
    expect(await listAuditEntries(app, 'user', id)).toMatchObject(
      by(admin, [
        { action: 'user.created', details: { is_site_admin: false } },
        { action: 'user.promoted' },
        { action: 'user.demoted' },
        { action: 'user.deleted' },
      ]),
    );
  });

  it('records that an administrator created a user by adding a new person to a team', async () => {
    const { body } = await app.call('POST /teams/members', {
      token: admin.token,
      body: {
        team_id: organiser.teamId,
        role: 'organizer',
        username: 'made-member',
        email: 'made-member@example.org',
        password: 'a good password',
      },
    });
    expect(await listAuditEntries(app, 'user', Number(body.newTeamMember.user_id))).toMatchObject(
      by(admin, [{ action: 'user.created' }]),
    );
  });

  it('keeps no name of a deleted administrator, and has no entry for users who delete their own account', async () => {
    const other = await makeAdmin(app);
    const { token } = other;
    const account = { username: 'made-there', email: 'made-there@example.org', password: 'a good password' };
    const { id } = (await app.call('POST /users', { token, body: account })).body.user;
    await app.call('DELETE /users/:id', { token: admin.token, params: { id: other.id } });
    const [entry] = await listAuditEntries(app, 'user', id);
    expect(entry).toMatchObject({ actor_id: null, username: null, machine: null });
    expect((await list({ q: other.username })).entries).toEqual([]);
    const leaver = await makeUser(app);
    expect((await deleteOwnAccount(app, leaver)).status).toBe(204);
    expect(await listAuditEntries(app, 'user', leaver.id)).toEqual([]);
  });

  it('records that a team was deleted, even by its own team admin', async () => {
    const other = await makeOrganiser(app);
    await app.call('DELETE /teams/:id', { token: other.token, params: { id: other.teamId } });
    expect(await listAuditEntries(app, 'team', other.teamId)).toMatchObject(
      by(other, [{ action: 'team.deleted', event_id: null }]),
    );
  });
});

describe('the list of audit entries', () => {
  it('comes in pages, newest first, and can be searched by names and words, ignoring case', async () => {
    const { entries, total_entries, total_pages } = await list({ limit: '3' });
    expect(entries).toHaveLength(3);
    expect(total_pages).toBe(Math.ceil(total_entries / 3));
    const ids = entries.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect((await list({ limit: '3', page: '2' })).entries[0]?.id).toBeLessThan(Number(ids.at(-1)));
    const made = only((await list({ q: 'MADE-MEMBER' })).entries);
    expect(made).toMatchObject({ actor_name: admin.username, object_name: 'made-member' });
    const orphan = only((await list({ q: 'MADE-THERE' })).entries);
    expect(orphan).toMatchObject({ actor_id: null, actor_name: null });
    expect(only((await list({ q: 'team.deleted' })).entries)).toMatchObject({ object_type: 'team' });
    expect((await list({ q: '100%' })).entries).toEqual([]);
  });
});

describe('the audit log of changes to other users', () => {
  it('records what somebody else changes in a user’s account, registrations and team memberships', async () => {
    const person = await makeUser(app);
    const event = await makeEvent(app, { price: 0 }, organiser);
    const { token, teamId } = organiser;
    const id = await makeInvitation(app, organiser, { user_id: person.id });
    await accept(app, person, id);
    await app.call('PATCH /users/:id', {
      token: admin.token,
      params: { id: person.id },
      body: {
        username: person.username,
        email: `${person.username}@elsewhere.example`,
        password: 'another good password',
      },
    });
    const { body } = await app.call('POST /events/:id/register', {
      token,
      params: { id: event.id },
      body: { user_id: person.id },
    });
    const params = { id: teamId, memberId: person.id };
    await app.call('PATCH /teams/:id/members/:memberId', { token, params, body: { role: 'owner' } });
    await app.call('DELETE /teams/:id/members/:memberId', { token, params });
    expect(await listAuditEntries(app, 'user', person.id)).toMatchObject(
      by(admin, [{ action: 'user.changed', details: { fields: 'email, password' } }]),
    );
    expect(await listAuditEntries(app, 'registration', body.registration.id)).toMatchObject(
      by(organiser, [{ action: 'registration.made', details: { user_id: person.id } }]),
    );
    const of = (await listAuditEntries(app, 'team', teamId)).filter(
      ({ details }) => details.user_id === person.id,
    );
    const details = { role: 'organizer', invitation_id: id };
    expect(of).toMatchObject([
      ...by(organiser, [{ action: 'team.member_invited', details }]),
      ...by(person, [{ action: 'team.member_added', details: { ...details, invited_by: organiser.id } }]),
      ...by(organiser, [
        { action: 'team.role_changed', details: { role: 'owner' } },
        { action: 'team.member_removed', details: { role: 'owner' } },
      ]),
    ]);
  });

  it('records only the fields that really changed, even if two people change the user at the same moment', async () => {
    const { id, username, email } = await makeUser(app);
    let answer: ReturnType<typeof app.call<'PATCH /users/:id'>> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ email: `${username}@elsewhere.example` })
        .where('id', '=', id)
        .execute();
      answer = app.call('PATCH /users/:id', {
        token: admin.token,
        params: { id },
        body: { username, email },
      });
      await waitUntilLocked(app, 1);
    });
    expect((await answer)?.status).toBe(200);
    expect(await listAuditEntries(app, 'user', id)).toMatchObject([{ details: { fields: 'email' } }]);
  });

  it('records nothing when users change their own account', async () => {
    const person = await makeUser(app);
    const email = `${person.username}@elsewhere.example`;
    const { status } = await app.call('PATCH /users/:id', {
      token: person.token,
      params: { id: person.id },
      body: { email, current_password: testPassword },
    });
    expect(status).toBe(200);
    expect(await listAuditEntries(app, 'user', person.id)).toEqual([]);
  });
});
