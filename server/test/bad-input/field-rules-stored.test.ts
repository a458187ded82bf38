import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeAdmin, makeEvent, makeMember, makeOrganiser, makeUser, testPassword } from '../factories.ts';
import { refusal } from './field-rules-table.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await makeAdmin(app)).token;
});

afterAll(() => app.close());

describe('the API', () => {
  it('refuses a new time that would make an event end at or before its start', async () => {
    const { id, start_time, end_time } = await makeEvent(app);
    for (const json of [{ end_time: start_time }, { start_time: end_time }]) {
      const answer = await app.send('PATCH', `/api/events/${id}`, { token, json });
      expect(answer).toMatchObject({
        status: 400,
        body: refusal({ end_time: 'End time must be after start time' }),
      });
    }
  });

  it('refuses an event without a team, an event with an unknown category, and a new password without the current password', async () => {
    const json = { title: 'Choir', start_time: '2031-05-01T18:00:00Z', end_time: '2031-05-01T20:00:00Z' };
    const { token: organiser } = await makeOrganiser(app);
    const other = await makeOrganiser(app);
    expect((await app.send('POST', '/api/events', { token, json })).body).toEqual(
      refusal({ team_id: 'Team is required' }),
    );
    const nowhere = { ...json, category: 'Juggling' };
    expect((await app.send('POST', '/api/events', { token: organiser, json: nowhere })).body).toEqual(
      refusal({ category: 'There is no category "Juggling"' }),
    );
    const password = { password: 'another password' };
    for (const current of [{}, { current_password: 'wrong' }]) {
      const change = { ...password, ...current };
      expect(
        (await app.send('PATCH', `/api/users/${other.id}`, { token: other.token, json: change })).body,
      ).toEqual(refusal({ current_password: 'Current password is not correct' }));
    }
  });

  it('refuses a change without any known field', async () => {
    const { id, token: own } = await makeUser(app);
    const { teamId } = await makeOrganiser(app);
    const event = await makeEvent(app);
    for (const path of [`/users/${id}`, `/teams/${teamId}`, `/events/${event.id}`]) {
      for (const json of [{}, { created_at: 'x' }]) {
        const answer = await app.send('PATCH', `/api${path}`, { token, json });
        expect(answer).toMatchObject({ status: 400, body: refusal({ '': 'No valid fields to update' }) });
      }
    }
    expect((await app.send('PATCH', `/api/users/${id}`, { token: own, json: {} })).status).toBe(400);
  });
});

describe('a name that is already taken', () => {
  it('is refused, even in capitals, in every call that sets a username or an email address', async () => {
    const taken = await makeUser(app);
    const { id } = await makeUser(app);
    const { teamId } = await makeOrganiser(app);
    const username = taken.username.toUpperCase();
    const email = taken.email.toUpperCase();
    const fresh = () => `new_${Math.random().toString(36).slice(2, 12)}`;
    const make = (path: string, extra: object) => async (account: object) => {
      const json = { username: fresh(), email: `${fresh()}@example.org`, password: testPassword };
      return app.send('POST', path, { token, json: { ...json, ...account, ...extra } });
    };
    const calls = [
      make('/api/auth/register', {}),
      make('/api/users', {}),
      make('/api/teams/members', { team_id: teamId, role: 'owner' }),
      (account: object) => app.send('PATCH', `/api/users/${id}`, { token, json: account }),
    ];
    for (const call of calls) {
      expect(await call({ username })).toMatchObject({
        status: 409,
        body: { status: 'error', code: 'username_taken', msg: 'Username already exists' },
      });
      expect(await call({ email })).toMatchObject({
        status: 409,
        body: { status: 'error', code: 'email_taken', msg: 'Email already exists' },
      });
    }
  });

  it('is refused for a team, even in capitals, and a sign-up with such a team creates no user', async () => {
    const organiser = await makeOrganiser(app);
    const { body } = await app.call('GET /teams/:id', { params: { id: organiser.teamId } });
    const name = ` ${body.team.name.toUpperCase()} `;
    const other = await makeOrganiser(app);
    const account = { username: 'late.comer', email: 'late@example.org', password: testPassword };
    const calls = [
      app.send('POST', '/api/auth/register', {
        json: { ...account, isEventOrganiser: true, teamName: name },
      }),
      app.send('POST', '/api/teams', { token: other.token, json: { name } }),
      app.send('PATCH', `/api/teams/${other.teamId}`, { token: other.token, json: { name } }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({
        status: 409,
        body: { status: 'error', code: 'team_name_taken', msg: 'Team name already exists' },
      });
    }
    expect((await app.send('POST', '/api/auth/register', { json: account })).status).toBe(201);
  });
});

describe('unknown fields', () => {
  it('are ignored and give nobody more rights', async () => {
    const json = {
      username: 'sly',
      email: 'sly@example.org',
      password: testPassword,
      is_site_admin: true,
      id: 1,
    };
    const made = await app.send<{ data: { user: { id: number; is_site_admin: boolean } } }>(
      'POST',
      '/api/auth/register',
      { json: { ...json, toString: 'x' } },
    );
    expect(made).toMatchObject({ status: 201, body: { data: { user: { is_site_admin: false } } } });
    const { teamId } = await makeOrganiser(app);
    const member = await makeMember(app, teamId, 'event_manager');
    const event = await makeEvent(app, {}, member);
    const change = { title: 'Renamed', created_by: 1, seats_taken: 9, attendee_count: 9, team_name: 'x' };
    const answer = await app.send('PATCH', `/api/events/${event.id}`, { token: member.token, json: change });
    expect(answer).toMatchObject({
      status: 200,
      body: { event: { title: 'Renamed', created_by: member.id, attendee_count: 0, team_id: teamId } },
    });
    const self = await app.send('PATCH', `/api/users/${member.id}`, {
      token: member.token,
      json: { username: 'still.no.admin', is_site_admin: true },
    });
    expect(self).toMatchObject({ status: 200, body: { user: { is_site_admin: false } } });
  });
});
