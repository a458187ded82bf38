import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  only,
  openCheckout,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import { waitUntilLocked } from '../../../test/faults/locks.ts';
import { findOnlyType, placeOrder } from '../../../test/orders.ts';
import { buyTicket } from '../../../test/payments.ts';
import { listTicketsOf } from '../../../test/tickets.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

describe('deleting a user', () => {
  const remove = (caller: TestUser, id: number) =>
    app.call('DELETE /users/:id', { token: caller.token, params: { id }, body: {} });

  async function readEvent(id: number) {
    return (await app.call('GET /events/:id', { params: { id } })).body.event;
  }

  it('gives their seats back, cancels their tickets and ends their login sessions', async () => {
    const [free, held] = [await makeEvent(app), await makeEvent(app, { price: 12 })];
    const user = await makeUser(app);
    await app.call('POST /events/:id/register', { token: user.token, params: { id: free.id } });
    await openCheckout(app, user, held.id);
    expect(await readEvent(free.id)).toMatchObject({ attendee_count: 1, tickets_remaining: 9 });

    expect((await deleteOwnAccount(app, user)).status).toBe(204);
    expect(await readEvent(free.id)).toMatchObject({ attendee_count: 0, tickets_remaining: 10 });
    expect(await readEvent(held.id)).toMatchObject({ attendee_count: 0, tickets_remaining: 10 });
    expect(await app.call('GET /users/:id', { token: user.token, params: { id: user.id } })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
    const refreshed = await app.call('POST /auth/refresh-token', {
      body: { refreshToken: user.refreshToken },
    });
    expect(refreshed.status).toBe(401);
    expect(await listTicketsOf(app, user)).toEqual([]);
  });

  it('keeps their payments without their name, and frees their username and email address for somebody else', async () => {
    const event = await makeEvent(app, { price: 12 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
    await app.call('POST /stripe/sync-payment/:sessionId', { token: buyer.token, params: { sessionId } });

    expect((await remove(admin, buyer.id)).status).toBe(204);
    const payment = await app.db
      .selectFrom('payments')
      .select(['user_id', 'status', 'amount_pence', 'event_id'])
      .where('provider_session_id', '=', sessionId)
      .executeTakeFirst();
    expect(payment).toEqual({ user_id: null, status: 'paid', amount_pence: 1200, event_id: event.id });
    const again = await app.call('POST /auth/register', {
      body: { username: buyer.username.toUpperCase(), email: buyer.email, password: testPassword },
    });
    expect(again.status).toBe(201);
  });

  it('keeps their orders for the team, without account, names, email addresses and keys', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 12 }, organiser);
    const people = [await makeUser(app), await makeUser(app)];
    for (const person of people) await buyTicket(app, person, event.id);
    const { token } = people[0] ?? organiser;
    const own = await app.call('GET /users/:id/orders', { token, params: { id: people[0]?.id ?? 0 } });
    const { number } = only(own.body.orders);
    for (const person of people) expect((await deleteOwnAccount(app, person)).status).toBe(204);

    const orders = await app.db.selectFrom('orders').selectAll().where('event_id', '=', event.id).execute();
    const nobody = {
      user_id: null,
      buyer_name: null,
      buyer_email: null,
      idempotency_key: null,
      body_hash: null,
    };
    expect(orders).toMatchObject([1, 2].map(() => ({ ...nobody, status: 'cancelled', total_pence: 1200 })));
    const ofTeam = { token: organiser.token, params: { number } };
    expect((await app.call('GET /orders/:number', ofTeam)).body.order).toMatchObject({
      buyer_name: null,
      total: 12,
      tickets: [{ status: 'cancelled', attendee_name: null }],
    });
    const older = { token: organiser.token, params: { id: event.id } };
    expect((await app.call('GET /events/:id/registrations', older)).body.registrations).toEqual([]);
    const tickets = await app.call('GET /tickets/event/:eventId', {
      token: organiser.token,
      params: { eventId: event.id },
    });
    expect(tickets.body.tickets).toEqual([]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('leads to a refund of a payment that arrives after the deletion', async () => {
    const event = await makeEvent(app, { price: 12 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    expect((await deleteOwnAccount(app, buyer)).status).toBe(204);
    await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
    await app.sandbox.deliverDue();
    await expect
      .poll(async () => {
        const { status } = await app.db
          .selectFrom('payments')
          .select('status')
          .where('provider_session_id', '=', sessionId)
          .executeTakeFirstOrThrow();
        return status;
      })
      .toBe('refunded');
    expect(await readEvent(event.id)).toMatchObject({ attendee_count: 0 });
  });

  it('keeps the events that the user created, and answers 404 the second time', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    expect((await remove(admin, organiser.id)).status).toBe(204);
    expect(await readEvent(event.id)).toMatchObject({ created_by: null, creator_username: null });
    expect(await remove(admin, organiser.id)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });

  it('gives every seat back when the user registers for many events at the same moment', async () => {
    const events = await Promise.all(Array.from({ length: 6 }, () => makeEvent(app)));
    const user = await makeUser(app);
    await Promise.all([
      ...events.map(({ id }) => app.call('POST /events/:id/register', { token: user.token, params: { id } })),
      deleteOwnAccount(app, user),
    ]);
    await remove(admin, user.id);
    for (const { id } of events) expect((await readEvent(id)).attendee_count).toBe(0);
  });

  it('never deadlocks with a sale for an event at which the user has a place', async () => {
    const { id } = await makeEvent(app, { price: 0 });
    const user = await makeUser(app);
    await placeOrder(
      app,
      { event_id: id, items: [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }] },
      { token: user.token },
    );
    const deletion = await app.db.transaction().execute(async (sale) => {
      await sale.selectFrom('ticket_types').select('id').where('event_id', '=', id).forUpdate().execute();
      const deleted = deleteOwnAccount(app, user);
      await waitUntilLocked(app, 1);
      await sale.selectFrom('events').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      return { deleted };
    });
    expect((await deletion.deleted).status).toBe(204);
  });
});

describe('the preview of an account’s deletion', () => {
  const preview = (caller: TestUser, id = caller.id) =>
    app.call('GET /users/:id/deletion', { token: caller.token, params: { id } });

  it('lists the places, paid tickets, teams and created events of the user', async () => {
    const person = await makeOrganiser(app);
    const other = await makeOrganiser(app);
    const paid = await makeEvent(app, { price: 12 }, other);
    const free = await makeEvent(app, { price: 0 }, other);
    const { ticketId } = await buyTicket(app, person, paid.id);
    await app.call('POST /events/:id/register', { token: person.token, params: { id: free.id } });
    await makeEvent(app, { price: 0 }, person);
    await app.db
      .insertInto('team_members')
      .values({ team_id: other.teamId, user_id: person.id, role: 'team_admin' })
      .execute();
    const { status, body } = await preview(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      places: 2,
      paid_tickets: [{ id: ticketId, event_title: paid.title, price: 12 }],
      teams: [
        { team_id: person.teamId, is_only_admin: true, blocks: false },
        { team_id: other.teamId, is_only_admin: false, blocks: false },
      ],
      events_created: 1,
      is_last_site_admin: false,
    });
  });

  it('names a team that blocks the deletion, because it has sold tickets and the user is its only admin', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 12 }, organiser);
    await buyTicket(app, await makeUser(app), event.id);
    expect((await preview(organiser)).body.teams).toMatchObject([{ is_only_admin: true, blocks: true }]);
    expect(await deleteOwnAccount(app, organiser)).toMatchObject({ body: { code: 'last_team_admin' } });
    await makeMember(app, organiser.teamId, 'team_admin');
    expect((await preview(organiser)).body.teams).toMatchObject([{ is_only_admin: false, blocks: false }]);
    expect((await deleteOwnAccount(app, organiser)).status).toBe(204);
  });

  it('is shown only to the user and to administrators', async () => {
    const person = await makeUser(app);
    expect((await preview(await makeUser(app), person.id)).status).toBe(403);
    expect((await preview(admin, person.id)).status).toBe(200);
    expect((await preview(admin, 2_000_000)).body.code).toBe('user_not_found');
  });
});
