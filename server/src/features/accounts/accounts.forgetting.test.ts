import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import { limited } from '../../../test/guesses.ts';
import { makeInvitation } from '../../../test/invitations.ts';
import { findOnlyType, placeOrder } from '../../../test/orders.ts';
import { buyTicket } from '../../../test/payments.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: limited });
});

afterAll(() => app.close());

async function findColumnsWith(words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select columns.table_schema as schema, columns.table_name as "table", column_name as "column"
    from information_schema.columns columns
    join information_schema.tables tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'character varying')`.execute(app.db);
  expect(columns.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const { rows } = await sql`select 1 from ${sql.table(`${schema}.${table}`)}
      where lower(${sql.ref(column)}::text) like any (${words.map((word) => `%${word.toLowerCase()}%`)}) limit 1`.execute(
      app.db,
    );
    if (rows.length > 0) found.push(`${schema}.${table}.${column}`);
  }
  return found;
}

/** A name that no other person in this database has. */
function nameOf({ username }: TestUser): string {
  return `Mara ${username.split('_').at(-1)}`;
}

/** Leaves traces of a person in every place that could keep a name, an email address or the person's own words. */
async function liveInFoyer() {
  const organiser = await makeOrganiser(app);
  const admin = await makeAdmin(app);
  const person = await makeMember(app, organiser.teamId, 'event_manager');
  const { token } = organiser;
  const paid = await makeEvent(app, { price: 12 }, organiser);
  const free = await makeEvent(app, { price: 0, team_id: organiser.teamId }, person);
  const { ticketId } = await buyTicket(app, person, paid.id);
  await app.call('POST /events/:id/register', { token: person.token, params: { id: free.id } });
  const given = await app.call('POST /tickets', {
    token,
    body: { event_id: (await makeEvent(app, { price: 0 }, organiser)).id, email: person.email },
  });
  await app.call('PATCH /tickets/:id', {
    token,
    params: { id: given.body.ticket.id },
    body: {
      status: 'cancelled',
      reason: `${person.username} (${person.email}) asked for it, then @${person.username}`,
    },
  });
  await app.call('POST /stripe/refund/:ticketId', {
    token,
    params: { ticketId },
    body: { reason: `A mistake of ${nameOf(person)}` },
  });
  const guest = await makeUser(app);
  const guestTicket = await app.call('POST /tickets', {
    token: person.token,
    body: { event_id: free.id, user_id: guest.id },
  });
  await app.call('PATCH /tickets/:id', {
    token,
    params: { id: guestTicket.body.ticket.id },
    body: { status: 'cancelled', reason: `Ask ${person.email} about this` },
  });
  await giveTicketAway(person, free.id);
  await makeInvitation(app, await makeOrganiser(app), { email: person.email });
  await app.call('PATCH /admin/users/:id', {
    token: admin.token,
    params: { id: person.id },
    body: { is_site_admin: true },
  });
  await app.call('PATCH /users/:id', {
    token: person.token,
    params: { id: person.id },
    body: { name: nameOf(person), password: 'another good password', current_password: testPassword },
  });
  for (const password of ['a guess', 'another guess']) {
    await app.call('POST /auth/login', { body: { username: person.email, password } });
    await app.call('POST /auth/login', { body: { username: `${person.username}_`, password } });
  }
  await holdMailAboutDeletedTicket(person);
  return { person, organiser, admin };
}

/** Keeps a mail that a limit delays, about a deleted ticket that was given to this person. */
async function holdMailAboutDeletedTicket({ username, email }: TestUser) {
  const given = { attendee_email: email, attendee_name: username };
  await app.db
    .insertInto('held_mails')
    .values({
      fact: `ticket-cancelled:${randomUUID()}`,
      job: 'orders.send-cancelled-ticket',
      data: JSON.stringify({ orderId: 1, ticketId: 1, given }),
      held_at: app.clock.now(),
      due_at: new Date(app.clock.now().getTime() + 3_600_000),
    })
    .execute();
}

async function giveTicketAway({ token, username, email }: TestUser, eventId: number) {
  const attendees = [{ name: 'Ivo Marsh' }, { name: username, email }];
  const items = [{ ticket_type_id: await findOnlyType(app, eventId), quantity: 2, attendees }];
  const { tickets } = await placeOrder(app, { event_id: eventId, items }, { token });
  const transferred = await app.call('POST /tickets/:id/transfer', {
    token,
    params: { id: tickets[0]?.id ?? 0 },
    headers: { 'idempotency-key': randomUUID() },
    body: { name: 'Ivo Marsh', email: 'ivo.marsh@example.org' },
  });
  expect(transferred.status).toBe(200);
}

function listMailsTo({ email }: TestUser) {
  return app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

describe('a deleted account', () => {
  it.each(['its owner', 'an administrator'])(
    'leaves no name in any text column of the database: deleted by %s',
    async (who) => {
      const { person, admin } = await liveInFoyer();
      await expect.poll(() => listMailsTo(person).length).toBeGreaterThanOrEqual(4);
      const names = [person.username, person.email, nameOf(person)];
      expect(await findColumnsWith(names)).toEqual(
        expect.arrayContaining([
          'public.users.name',
          'public.users.email',
          'public.orders.buyer_name',
          'public.tickets.attendee_email',
          'public.audit_entries.details',
          'public.team_invitations.email',
          'pgboss.job_common.data',
        ]),
      );
      const { status } = await app.call('DELETE /users/:id', {
        token: who === 'its owner' ? person.token : admin.token,
        params: { id: person.id },
        body: { current_password: 'another good password' },
      });
      expect(status).toBe(204);
      await expect.poll(() => listMailsTo(person)).toContain('Your Foyer account is deleted');
      await expect.poll(() => findColumnsWith(names)).toEqual([]);
      const notes = await app.db
        .selectFrom('audit_entries')
        .select(sql<string>`details ->> 'note'`.as('note'))
        .where(sql<boolean>`details ? 'note'`)
        .orderBy('id')
        .execute();
      expect(notes.slice(-3).map(({ note }) => note)).toEqual([
        'deleted user (deleted user) asked for it, then @deleted user',
        'A mistake of deleted user',
        'Ask deleted user about this',
      ]);
    },
  );

  it('loses its customer record at the payment provider', async () => {
    const { person } = await liveInFoyer();
    const customer = await app.db
      .selectFrom('payment_customers')
      .select('provider_customer_id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await app.call('DELETE /users/:id', {
      token: person.token,
      params: { id: person.id },
      body: { current_password: 'another good password' },
    });
    const readCustomer = () =>
      sql<{ text: string }>`select data::text as text from payment_sandbox.sandbox_objects
        where id = ${customer.provider_customer_id}`.execute(app.db);
    await expect.poll(async () => (await readCustomer()).rows[0]?.text ?? '').not.toContain(person.email);
  });
});

describe('the mail that confirms the deletion of an account', () => {
  const mailsTo = ({ email }: TestUser) => app.mails.filter(({ to }) => to === email);

  it('is sent once to the email address of the deleted account, and then Foyer also deletes that email address', async () => {
    const person = await makeUser(app);
    expect((await deleteOwnAccount(app, person)).status).toBe(204);
    await expect
      .poll(() => mailsTo(person).map(({ subject }) => subject))
      .toEqual(['Your Foyer account is deleted']);
    expect(mailsTo(person)[0]?.text).toContain('Your places at events were given back');
    await expect.poll(() => app.db.selectFrom('farewells').select('id').execute()).toEqual([]);
  });

  it('is sent even when an administrator deletes the account', async () => {
    const [admin, person] = [await makeAdmin(app), await makeUser(app)];
    await app.call('DELETE /users/:id', { token: admin.token, params: { id: person.id }, body: {} });
    await expect.poll(() => mailsTo(person)).toHaveLength(1);
  });

  it('is not sent to an email address that nobody has verified', async () => {
    const person = await makeUser(app);
    await app.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
    await deleteOwnAccount(app, person);
    const farewells = await app.db
      .selectFrom('farewells')
      .select('id')
      .where('email', '=', person.email)
      .execute();
    expect(farewells).toEqual([]);
  });
});
