import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  only,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import { limited } from '../../../test/guesses.ts';
import { makeInvitation } from '../../../test/invitations.ts';
import { buyTicket, listAuditEntries } from '../../../test/payments.ts';
import { switchOnTwoFactor } from '../../../test/two-factor.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

function exportUser(caller: TestUser, id = caller.id, at = app) {
  return at.call('GET /users/:id/export', { token: caller.token, params: { id } });
}

describe('the download of all data about a person', () => {
  it('is recorded in the audit log when an administrator makes the download, but not when the person does', async () => {
    const [admin, person] = [await makeAdmin(app), await makeUser(app)];
    expect((await exportUser(person)).status).toBe(200);
    expect((await exportUser(admin, person.id)).status).toBe(200);
    const entries = await listAuditEntries(app, 'user', person.id);
    expect(entries).toMatchObject([{ actor_id: admin.id, action: 'user.exported' }]);
  });

  it('has the profile, places, tickets, payments, login sessions, mails and audit entries of the person', async () => {
    const person = await makeMember(app, organiser.teamId, 'organizer');
    const { token: own, id } = person;
    await app.call('PATCH /users/:id', { token: own, params: { id }, body: { name: 'Mara Ellis' } });
    const paid = await makeEvent(app, { price: 12 }, organiser);
    const free = await makeEvent(app, { price: 0 }, organiser);
    const { ticketId } = await buyTicket(app, person, paid.id);
    const { token } = organiser;
    await app.call('POST /events/:id/register', {
      token,
      params: { id: free.id },
      body: { user_id: person.id },
    });
    await makeInvitation(app, await makeOrganiser(app), { email: person.email });
    await switchOnTwoFactor(app, person);
    await expect.poll(() => app.mails.filter(({ to }) => to === person.email).length).toBe(4);

    const { status, body } = await exportUser(person);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({
      id,
      name: 'Mara Ellis',
      username: person.username,
      email: person.email,
    });
    expect(only(body.teams)).toMatchObject({ team_id: organiser.teamId, role: 'organizer' });
    expect(only(body.team_invitations)).toMatchObject({ state: 'open', sent_by_you: false });
    expect(body.registrations).toMatchObject([
      { event_id: paid.id, status: 'registered', made_by_somebody_else: false },
      { event_id: free.id, status: 'registered', made_by_somebody_else: true },
    ]);
    expect(body.tickets).toMatchObject([
      { id: ticketId, paid: true, price: 12, event_title: paid.title },
      { event_id: free.id, paid: false },
    ]);
    expect(only(body.payments)).toMatchObject({ status: 'paid', amount: 12, ticket_id: ticketId });
    expect(body.payment_customer).toMatchObject({ email: person.email });
    expect(body.sessions).toHaveLength(1);
    expect(body.known_devices).toHaveLength(1);
    expect(body.second_factor).toMatchObject({ recovery_codes_left: 10 });
    await expect
      .poll(async () => (await exportUser(person)).body.mails.map(({ fact }) => fact))
      .toContain(`ticket:${ticketId}`);
    expect(body.audit).toContainEqual(
      expect.objectContaining({ action: 'registration.made', by_you: false }),
    );
    expect(JSON.stringify(body)).not.toContain(organiser.email);
  });

  it('has no passwords, tokens or hashes', async () => {
    const person = await makeUser(app);
    const row = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify((await exportUser(person)).body);
    for (const secret of [row.password_hash, person.token, person.refreshToken]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/hash|token|argon2/i);
  });

  it('is given to the person and to administrators, but not to other users', async () => {
    const person = await makeUser(app);
    expect(await exportUser(await makeUser(app), person.id)).toMatchObject({ status: 403 });
    const { body } = await exportUser(await makeAdmin(app), person.id);
    expect(body.profile.email).toBe(person.email);
    expect(await exportUser(await makeAdmin(app), 2_000_000)).toMatchObject({
      body: { code: 'user_not_found' },
    });
  });

  it('requires that the caller, even an administrator, typed the password in the last ten minutes', async () => {
    const [person, admin] = [await makeUser(app), await makeAdmin(app)];
    app.clock.advance(11 * 60_000);
    for (const caller of [person, admin]) {
      expect(await exportUser(caller, person.id)).toMatchObject({
        status: 403,
        body: { code: 'password_confirmation_required' },
      });
    }
    const { body } = await app.call('POST /auth/login', {
      body: { username: person.username, password: testPassword },
    });
    expect((await exportUser({ ...person, token: body.data.accessToken })).status).toBe(200);
  });

  it('is refused when the same person asks for an eleventh download within an hour', async () => {
    const limits = await startTestApp({ env: limited });
    const person = await makeUser(limits);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await exportUser(person, person.id, limits)).status);
    }
    await limits.close();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  /**
   * For each table about users: the field of the export that contains its data, or why the export leaves the table
   * out.
   */
  const tables: Record<string, string> = {
    account_links: 'mailed_links',
    audit_entries: 'audit',
    attendee_news: 'left out: what is about to be mailed about an event',
    door_links: 'door_links_made',
    events: 'events_created',
    held_mails: 'waiting_mails',
    known_devices: 'known_devices',
    messages: 'messages_sent',
    automatic_mails: 'automatic_mails_written',
    login_challenges: 'left out: a login that ends within five minutes',
    payment_customers: 'payment_customer',
    payments: 'payments',
    recovery_codes: 'second_factor',
    refunds: 'refunds',
    orders: 'registrations',
    sent_mails: 'mails',
    sessions: 'sessions',
    team_invitations: 'team_invitations',
    team_members: 'teams',
    tickets: 'tickets',
    two_factors: 'second_factor',
  };

  it('contains every table with a column about a user, except the tables that this test lists with a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct columns.table_name as name
      from information_schema.columns columns
      join information_schema.tables tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and column_name ~ '(user_id|created_by|invited_by|answered_by|made_by|changed_by|used_by|actor_id)$'
      union
      select conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`.execute(app.db);
    expect(rows.map(({ name }) => name).filter((name) => !(name in tables))).toEqual([]);
    const person = await makeUser(app);
    const { body } = await exportUser(person);
    const sections = Object.values(tables).filter((section) => !section.startsWith('left out: '));
    expect(sections.filter((section) => !(section in body))).toEqual([]);
  });
});
