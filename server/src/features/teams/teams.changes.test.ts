import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  openCheckout,
  type TestUser,
} from '../../../test/factories.ts';
import { waitUntilLocked } from '../../../test/faults/locks.ts';
import { findOnlyType, placeOrder } from '../../../test/orders.ts';
import { listAuditEntries } from '../../../test/payments.ts';
import { draw, makeForm } from '../../../test/uploads/uploads-scene.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

const removeTeam = (caller: TestUser, id: number) =>
  app.call('DELETE /teams/:id', { token: caller.token, params: { id } });

describe('a team', () => {
  it('makes its creator a team admin, even if the creator is in another team', async () => {
    const organiser = await makeOrganiser(app);
    const name = `Second team of ${organiser.username}`;
    const { status, body } = await app.call('POST /teams', {
      token: organiser.token,
      body: { name: `  ${name} `, description: '' },
    });
    expect(status).toBe(201);
    expect(body.team).toMatchObject({ name, description: null, member_count: 1 });
    expect(body.teamMember).toMatchObject({
      user_id: organiser.id,
      team_id: body.team.id,
      role: 'team_admin',
      team_name: name,
    });
    const me = await app.call('GET /users/:id', { token: organiser.token, params: { id: organiser.id } });
    expect(me.body.user).toMatchObject({
      teams: [{ team_id: organiser.teamId }, { team_id: body.team.id, role: 'team_admin' }],
    });
    const found = await app.call('GET /teams/name/:name', { params: { name: name.toUpperCase() } });
    expect(found.body.team.id).toBe(body.team.id);
  });

  it('has its changes in the audit, by its own team admin and by an administrator', async () => {
    const own = await makeOrganiser(app);
    const { name } = (await app.call('GET /teams/:id', { params: { id: own.teamId } })).body.team;
    const save = async ({ token }: TestUser, body: { name?: string; description?: string }) =>
      app.call('PATCH /teams/:id', { token, params: { id: own.teamId }, body });
    await save(own, { name, description: 'Concerts' });
    await save(own, { name, description: 'Concerts' });
    const form = makeForm({ name: `${name} 2` }, { data: await draw('png'), field: 'picture' });
    await app.send('PATCH', `/api/teams/${own.teamId}`, { token: admin.token, ...form });
    expect((await save(await makeUser(app), { description: 'Mine' })).status).toBe(403);
    expect(await listAuditEntries(app, 'team', own.teamId)).toMatchObject([
      { actor_id: own.id, action: 'team.changed', details: { fields: 'description' } },
      { actor_id: admin.id, action: 'team.changed', details: { fields: 'name, picture_url' } },
    ]);
  });

  it('cannot get the name of another team, ignoring case, when it is created or renamed', async () => {
    const [organiser, other] = [await makeOrganiser(app), await makeOrganiser(app)];
    const { name } = (await app.call('GET /teams/:id', { params: { id: other.teamId } })).body.team;
    const refusal = { status: 409, body: { code: 'team_name_taken', msg: 'Team name already exists' } };
    const { token } = organiser;
    expect(await app.call('POST /teams', { token, body: { name: name.toUpperCase() } })).toMatchObject(
      refusal,
    );
    const change = (body: { name?: string; description?: string | null }) =>
      app.call('PATCH /teams/:id', { token, params: { id: organiser.teamId }, body });
    expect(await change({ name: name.toUpperCase() })).toMatchObject(refusal);
    expect(await change({})).toMatchObject({ status: 400, body: { msg: 'No valid fields to update' } });
    const changed = await change({ name: `${name} too`, description: 'We put on evenings.' });
    expect(changed.body.team).toMatchObject({ name: `${name} too`, description: 'We put on evenings.' });
    expect(changed.body.updatedTeam).toEqual(changed.body.team);
    expect((await change({ description: null })).body.team).toMatchObject({
      name: `${name} too`,
      description: null,
    });
  });

  it('is found by a name that JavaScript and PostgreSQL convert to lower case differently', async () => {
    const { token } = await makeOrganiser(app);
    const name = 'İZMİR ekibi';
    const { body } = await app.call('POST /teams', { token, body: { name } });
    const found = await app.call('GET /teams/name/:name', { params: { name } });
    expect(found.body.team).toMatchObject({ id: body.team.id, name });
  });

  it('appears with its number of members in a list that has pages and can be searched by name', async () => {
    const organiser = await makeOrganiser(app);
    await makeMember(app, organiser.teamId, 'owner');
    const all = (await app.call('GET /teams')).body;
    expect(all.total_teams).toBe(all.teams.length);
    const mine = all.teams.find((team) => team.id === organiser.teamId);
    expect(mine?.member_count).toBe(2);
    const query = { q: mine?.name.toUpperCase() ?? '', limit: '5' };
    expect((await app.call('GET /teams', { query })).body).toEqual({ teams: [mine], total_teams: 1 });
    const second = (await app.call('GET /teams', { query: { limit: '1', page: '2' } })).body;
    expect(second).toEqual({ teams: [all.teams[1]], total_teams: all.total_teams });
  });

  it.each(['GET /teams/:id', 'GET /teams/:id/members', 'DELETE /teams/:id'] as const)(
    'is reported as not found by %s if it does not exist',
    async (key) => {
      expect(await app.call(key, { token: admin.token, params: { id: 2_000_000 } })).toMatchObject({
        status: 404,
        body: { code: 'team_not_found', msg: 'Team not found' },
      });
    },
  );
});

describe('the contact address of a team', () => {
  const save = ({ token, teamId }: { token: string; teamId: number }, contact_email: string | null) =>
    app.call('PATCH /teams/:id', { token, params: { id: teamId }, body: { contact_email } });
  const read = async (id: number) =>
    (await app.call('GET /teams/:id', { params: { id } })).body.team.contact_email;

  it('is shown to everybody on the team, its events and orders, and can be removed', async () => {
    const organiser = await makeOrganiser(app);
    expect(await read(organiser.teamId)).toBeNull();
    const contact_email = organiser.email;
    expect((await save(organiser, ` ${contact_email} `)).body.team.contact_email).toBe(contact_email);
    expect(await read(organiser.teamId)).toBe(contact_email);
    const event = await makeEvent(app, {}, organiser);
    const seen = await app.call('GET /events/:id', { params: { id: event.id } });
    expect(seen.body.event.team_contact_email).toBe(contact_email);
    const items = [{ ticket_type_id: await findOnlyType(app, event.id), quantity: 1 }];
    const buyer = { name: 'Mara Ellis', email: `mara.${event.id}@example.org` };
    const ordered = await placeOrder(app, { event_id: event.id, items, buyer });
    expect(ordered.event.team_contact_email).toBe(contact_email);
    for (const none of [null, ''] as const) {
      await save(organiser, contact_email);
      expect((await save(organiser, none)).body.team.contact_email).toBeNull();
    }
  });

  it('can be given when the team is created, and only by those who may edit the team later', async () => {
    const organiser = await makeOrganiser(app);
    const contact_email = organiser.email;
    const body = { name: `Third team of ${organiser.username}`, contact_email };
    const created = await app.call('POST /teams', { token: organiser.token, body });
    expect(created.body.team.contact_email).toBe(contact_email);
    const teamId = created.body.team.id;
    const manager = await makeMember(app, teamId, 'event_manager');
    for (const { token, email } of [manager, await makeUser(app)]) {
      expect((await save({ token, teamId }, email)).status).toBe(403);
    }
    expect(await read(teamId)).toBe(contact_email);
    await save({ token: admin.token, teamId }, 'office@maltings.example.org');
    expect(await listAuditEntries(app, 'team', teamId)).toMatchObject([
      { actor_id: admin.id, action: 'team.changed', details: { fields: 'contact_email' } },
    ]);
  });

  it('is the verified address of the account that gives it, and leaves the team with its member', async () => {
    const organiser = await makeOrganiser(app);
    const { teamId } = organiser;
    const refused = (message: string) => ({
      status: 400,
      body: { errors: [{ field: 'contact_email', message }] },
    });
    const stranger = await makeUser(app);
    const foreign = refused('Use the email address of your own account');
    expect(await save(organiser, stranger.email)).toMatchObject(foreign);
    const body = { name: `Team with a stranger ${teamId}`, contact_email: stranger.email };
    expect(await app.call('POST /teams', { token: organiser.token, body })).toMatchObject(foreign);
    const setVerified = (at: Date | null) =>
      app.db.updateTable('users').set({ email_verified_at: at }).where('id', '=', organiser.id).execute();
    await setVerified(null);
    expect(await save(organiser, organiser.email)).toMatchObject(refused('Verify your email address first'));
    await setVerified(app.clock.now());
    await save(organiser, organiser.email);
    const next = await makeMember(app, teamId, 'team_admin');
    const change = { token: next.token, params: { id: teamId }, body: { description: 'Plays' } };
    expect((await app.call('PATCH /teams/:id', change)).body.team.contact_email).toBe(organiser.email);
    const { teams } = (await app.call('GET /teams')).body;
    expect(JSON.stringify(teams)).not.toContain(organiser.email);
    const left = { token: organiser.token, params: { id: teamId, memberId: organiser.id } };
    expect((await app.call('DELETE /teams/:id/members/:memberId', left)).status).toBe(204);
    expect(await read(teamId)).toBeNull();
  });
});

describe('deleting a team', () => {
  it('deletes its drafts and leaves its other events without a team', async () => {
    const organiser = await makeOrganiser(app);
    const [draft, published] = [
      await makeEvent(app, { status: 'draft' }, organiser),
      await makeEvent(app, {}, organiser),
    ];
    expect((await removeTeam(organiser, organiser.teamId)).status).toBe(204);
    const read = (id: number) => app.call('GET /events/:id', { token: admin.token, params: { id } });
    expect((await read(draft.id)).status).toBe(404);
    expect((await read(published.id)).body.event).toMatchObject({ team_id: null, team_name: null });
    expect((await app.call('GET /teams/:id', { params: { id: organiser.teamId } })).status).toBe(404);
    expect((await app.call('GET /events/draft', { token: organiser.token })).body.events).toEqual([]);
  });

  it('keeps a draft that is published at the same moment', async () => {
    const organiser = await makeOrganiser(app);
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const other = await makeOrganiser(app);
    let removal: ReturnType<typeof removeTeam> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('events').set({ status: 'published' }).where('id', '=', draft.id).execute();
      removal = removeTeam(organiser, organiser.teamId);
      // The deletion of the team has found the draft, and now waits for the lock on the draft's row.
      await waitUntilLocked(app, 1);
    });
    expect((await removal)?.status).toBe(204);
    const read = await app.call('GET /events/:id', { token: other.token, params: { id: draft.id } });
    expect(read.body.event).toMatchObject({ id: draft.id, status: 'published', team_id: null });
  });

  it('is refused while a payment for an upcoming event is open, and its only admin cannot be deleted either', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 10 }, organiser);
    await openCheckout(app, await makeUser(app), event.id);
    expect(await removeTeam(organiser, organiser.teamId)).toMatchObject({
      status: 409,
      body: { code: 'team_has_paid_tickets' },
    });
    const leave = () => deleteOwnAccount(app, organiser);
    expect(await leave()).toMatchObject({ status: 409, body: { code: 'last_team_admin' } });
    await makeMember(app, organiser.teamId, 'team_admin');
    expect((await leave()).status).toBe(204);
  });

  it.each(['published', 'draft'] as const)(
    'is refused while the team has paid tickets for an upcoming %s event',
    async (status) => {
      const organiser = await makeOrganiser(app);
      const event = await makeEvent(app, { price: 10 }, organiser);
      const buyer = await makeUser(app);
      const sessionId = await openCheckout(app, buyer, event.id);
      await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
      await app.call('POST /stripe/sync-payment/:sessionId', { token: buyer.token, params: { sessionId } });
      // Update the row directly, because drafts with sold tickets remain from earlier versions of Foyer.
      await app.db.updateTable('events').set({ status }).where('id', '=', event.id).execute();
      expect(await removeTeam(organiser, organiser.teamId)).toMatchObject({
        status: 409,
        body: { code: 'team_has_paid_tickets' },
      });
      expect((await app.call('GET /teams/:id', { params: { id: organiser.teamId } })).status).toBe(200);
      const read = await app.call('GET /events/:id', { token: organiser.token, params: { id: event.id } });
      expect(read.body.event).toMatchObject({ team_id: organiser.teamId, status });
    },
  );
});
