import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeEvent,
  makeOrganiser,
  makeUser,
  only,
  openCheckout,
  type TestUser,
} from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { findOnlyType, placeOrder, sendOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { askForIntent, countRemaining } from '../../../../test/payments.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { tellOfReturnedTicketsJob } from '../mails/tickets.jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
});

afterAll(() => app.close());

async function describeOrderFor(eventId: number, quantity = 2) {
  return { event_id: eventId, items: [{ ticket_type_id: await findOnlyType(app, eventId), quantity }] };
}

/** Orders two tickets with `POST /orders`. */
async function order({ token }: TestUser, eventId: number) {
  return placeOrder(app, await describeOrderFor(eventId), { token });
}

function register({ token }: { token: string }, eventId: number) {
  return app.call('POST /events/:id/register', { token, params: { id: eventId } });
}

function askForSession(user: TestUser, eventId: number) {
  const body = { eventId, userId: user.id };
  return app.call('POST /stripe/create-checkout-session', { token: user.token, body });
}

function cancel({ token }: TestUser, id: number) {
  return app.call('PATCH /events/registrations/:id/cancel', { token, params: { id } });
}

async function readViewer({ token }: TestUser, id: number) {
  return (await app.call('GET /events/:id', { token, params: { id } })).body.event.viewer;
}

async function readRegistration({ token, id }: TestUser) {
  const { body } = await app.call('GET /users/:id/registrations', { token, params: { id } });
  return only(body.registrations);
}

async function pay({ token }: TestUser, number: string) {
  const params = { number };
  const page = await app.call('POST /orders/:number/checkout', { token, params });
  await app.sandbox.payWithCard(page.body.session_id, { number: '4242 4242 4242 4242' });
  const { body } = await app.call('POST /orders/:number/settle', { token, params });
  expect(body.order.status).toBe('confirmed');
}

describe('an unpaid order from POST /orders', () => {
  it('counts as a registration, so that the older calls sell its buyer no second ticket', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 5 });
    const user = await makeUser(app);
    const { number } = await order(user, id);
    const held = { status: 'held', number };
    expect(await readViewer(user, id)).toMatchObject({ is_registered: true, has_paid: false, order: held });
    expect((await register(user, id)).body.code).toBe('already_registered');
    const refusal = { status: 409, body: { code: 'order_open', order: number } };
    expect(await askForSession(user, id)).toMatchObject(refusal);
    expect(await askForIntent(app, user, id)).toMatchObject(refusal);
    expect(await countRemaining(app, id)).toBe(3);
  });

  it('can be given back with the older call, and its buyer can then buy with the older calls', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 2 });
    const user = await makeUser(app);
    await order(user, id);
    const { id: registrationId } = await readRegistration(user);
    expect((await cancel(await makeUser(app), registrationId)).body.code).toBe('forbidden');
    expect(await cancel(user, registrationId)).toMatchObject({
      status: 200,
      body: { registration: { id: registrationId, status: 'cancelled', hold_expires_at: null } },
    });
    expect((await cancel(user, registrationId)).body.code).toBe('already_cancelled');
    expect(await countRemaining(app, id)).toBe(2);
    await openCheckout(app, user, id);
    expect(await readViewer(user, id)).toMatchObject({ is_registered: true, order: null });
  });

  it('with the last places makes the event sold out for everybody but its buyer', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 2 });
    const user = await makeUser(app);
    const { number } = await order(user, id);
    expect((await askForSession(user, id)).body).toMatchObject({ code: 'order_open', order: number });
    expect((await register(user, id)).body.code).toBe('already_registered');
    expect((await register(await makeUser(app), id)).body.code).toBe('event_sold_out');
  });

  it('prevents a complimentary ticket for the same buyer', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { price: 9, max_attendees: 5 }, organiser);
    const user = await makeUser(app);
    await order(user, id);
    const body = { event_id: id, user_id: user.id };
    const given = await app.call('POST /tickets', { token: organiser.token, body });
    expect(given).toMatchObject({ status: 409, body: { code: 'order_open' } });
  });

  it('stays the only hold when the same buyer asks the older API for a hold at the same moment', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 5 });
    const user = await makeUser(app);
    const wanted = await describeOrderFor(id);
    const answers = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('events').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const ordered = sendOrder(app, wanted, { token: user.token });
      await waitUntilLocked(app, 1);
      const registered = register(user, id);
      await waitUntilLocked(app, 2);
      return [ordered, registered] as const;
    });
    expect(await answers[0]).toMatchObject({ status: 201 });
    expect((await answers[1]).body.code).toBe('already_registered');
    expect(await countRemaining(app, id)).toBe(3);
  });
});

describe('a hold of the older API', () => {
  it('makes POST /orders refuse a second hold of the same buyer', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 5 });
    const user = await makeUser(app);
    await register(user, id);
    const refused = await sendOrder(app, await describeOrderFor(id), { token: user.token });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_open' } });
    expect(await countRemaining(app, id)).toBe(4);
  });

  it('frees one place when POST /orders replaces it, although the buyer had cancelled an earlier ticket', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 5 });
    const user = await makeUser(app);
    await register(await makeUser(app), id);
    await register(user, id);
    await cancel(user, (await readRegistration(user)).id);
    await register(user, id);
    expect(await countRemaining(app, id)).toBe(3);
    const call = { token: user.token, params: { id: user.id }, query: {} };
    const own = await app.call('GET /users/:id/orders', call);
    const replaces = only(own.body.orders).number;
    await placeOrder(app, { ...(await describeOrderFor(id)), replaces }, { token: user.token });
    expect(await countRemaining(app, id)).toBe(2);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});

describe('a hidden ticket type', () => {
  it('is not sold by the older calls, which have no promo codes, except to the team of the event', async () => {
    const organiser = await makeOrganiserOfTypes(app);
    const { id, typeId } = await organiser.makeSale({ price: 9, max_attendees: 5 });
    await organiser.change(id, typeId, { visibility: 'hidden' });
    const user = await makeUser(app);
    const refusal = { status: 409, body: { code: 'choose_a_ticket_type' } };
    expect(await register(user, id)).toMatchObject(refusal);
    expect(await askForSession(user, id)).toMatchObject(refusal);
    expect(await askForIntent(app, user, id)).toMatchObject(refusal);
    expect((await register(organiser, id)).status).toBe(201);
    expect((await askForSession(organiser, id)).status).toBe(200);
  });
});

describe('a confirmed order from POST /orders', () => {
  it('that is free can be cancelled with the older call, which ends all its tickets and tells the buyer', async () => {
    const { id } = await makeEvent(app, { price: 0, max_attendees: 5 });
    const user = await makeUser(app);
    const { number } = await order(user, id);
    expect((await register(user, id)).body.code).toBe('already_registered');
    const confirmed = { status: 'confirmed', number };
    expect(await readViewer(user, id)).toMatchObject({ has_ticket: true, order: confirmed });
    const { id: registrationId } = await readRegistration(user);
    expect((await cancel(user, registrationId)).status).toBe(200);
    expect(await countRemaining(app, id)).toBe(5);
    const { rows: mails } = await sql`
      select jsonb_array_length(data -> 'ticketIds') as tickets, data ->> 'by' as by
      from pgboss.job where name = ${tellOfReturnedTicketsJob.name}`.execute(app.db);
    expect(mails).toEqual([{ tickets: 2, by: 'buyer' }]);
    expect((await register(user, id)).status).toBe(201);
  });

  it('that is paid cannot be cancelled, or bought a second time, with the older calls', async () => {
    const { id } = await makeEvent(app, { price: 9, max_attendees: 5 });
    const user = await makeUser(app);
    const { number } = await order(user, id);
    await pay(user, number);
    const viewer = await readViewer(user, id);
    expect(viewer).toMatchObject({ has_paid: true, order: { status: 'confirmed', number } });
    expect((await askForSession(user, id)).body.code).toBe('already_paid');
    expect((await register(user, id)).body.code).toBe('already_registered');
    const { id: registrationId, paid } = await readRegistration(user);
    expect(paid).toBe(true);
    expect((await cancel(user, registrationId)).body.code).toBe('paid_registration');
  });
});
