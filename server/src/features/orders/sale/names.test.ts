import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser, only, type TestUser } from '../../../../test/factories.ts';
import { runMailJobs, runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder, sendOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

async function readName({ token, id }: TestUser): Promise<string | null | undefined> {
  const { user } = (await app.call('GET /users/:id', { token, params: { id } })).body;
  return 'name' in user ? user.name : undefined;
}

function giveName({ token, id }: TestUser, name: string | null) {
  return app.call('PATCH /users/:id', { token, params: { id }, body: { name } });
}

async function listNames(eventId: number) {
  const { token } = organiser;
  const { orders } = (await app.call('GET /events/:id/orders', { token, params: { id: eventId } })).body;
  const { tickets } = (await app.call('GET /tickets/event/:eventId', { token, params: { eventId } })).body;
  const { registrations } = (
    await app.call('GET /events/:id/registrations', { token, params: { id: eventId } })
  ).body;
  return {
    orders: orders.map(({ buyer_name }) => buyer_name),
    tickets: tickets.map(({ attendee_name }) => attendee_name),
    registrations: registrations.map(({ buyer_name }) => buyer_name),
  };
}

describe('the name of an account', () => {
  it('is empty at first, can be set and removed, and is hidden from other users', async () => {
    const [user, stranger] = [await makeUser(app), await makeUser(app)];
    expect(await readName(user)).toBeNull();
    expect((await giveName(user, ' Mara Ellis ')).body.user.name).toBe('Mara Ellis');
    const seen = await app.call('GET /users/:id', { token: stranger.token, params: { id: user.id } });
    expect(seen.body.user).not.toHaveProperty('name');
    expect((await giveName(user, '')).body.user.name).toBeNull();
  });

  it('is taken from an order, and then used for the next order and in mails to the buyer', async () => {
    const user = await makeUser(app);
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const body = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
    const nameless = await placeOrder(app, body, { token: user.token });
    expect(nameless.buyer_name).toBe(user.username);
    await placeOrder(app, { ...body, buyer: { name: 'Mara Ellis', email: user.email } }, user);
    expect(await readName(user)).toBe('Mara Ellis');
    expect(await placeOrder(app, body, user)).toMatchObject({
      buyer_name: 'Mara Ellis',
      tickets: [{ attendee_name: 'Mara Ellis' }],
    });
    await runOrderMails(app);
    expect(listMailsTo(app, user).at(-1)?.text).toContain('Hello Mara Ellis,');
  });

  it('is not changed by an order that was refused', async () => {
    const user = await makeUser(app);
    const { id, typeId } = await organiser.makeSale({ status: 'draft' });
    const items = [{ ticket_type_id: typeId, quantity: 1 }];
    const buyer = { name: 'Mara Ellis', email: user.email };
    expect((await sendOrder(app, { event_id: id, items, buyer }, user)).status).toBe(404);
    expect(await readName(user)).toBeNull();
  });

  it('replaces the username on earlier orders and tickets, but not a name that the buyer typed', async () => {
    const user = await makeUser(app);
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    await organiser.register(id, user);
    const attendees = [{}, { name: 'Ivo Marsh' }];
    const items = [{ ticket_type_id: typeId, quantity: 2, attendees }];
    await placeOrder(app, { event_id: id, items }, user);
    expect((await listNames(id)).tickets).toEqual([user.username, user.username, 'Ivo Marsh']);
    await giveName(user, 'Mara Ellis');
    await runMailJobs(app, '^users.name-orders$');
    expect(await listNames(id)).toMatchObject({
      orders: ['Mara Ellis', 'Mara Ellis'],
      tickets: ['Mara Ellis', 'Mara Ellis', 'Ivo Marsh'],
    });
  });

  it('is on the ticket that the older API issues when the user registers', async () => {
    const user = await makeUser(app);
    await giveName(user, 'Mara Ellis');
    const { id } = await organiser.makeSale({ price: 0 });
    await organiser.register(id, user);
    const all = ['Mara Ellis'];
    expect(await listNames(id)).toEqual({ orders: all, tickets: all, registrations: all });
    await runMailJobs(app, '^tickets.');
    expect(only(listMailsTo(app, user)).text).toContain('Hello Mara Ellis,');
  });

  // Otherwise a team could add users by counting up ids, and read one name after another.
  it('is not shown to a team that adds the user to an event', async () => {
    const [named, nameless] = [await makeUser(app), await makeUser(app)];
    await giveName(named, 'Mara Ellis');
    const { id } = await organiser.makeSale({ price: 0 });
    for (const { id: user_id } of [named, nameless]) {
      const { token } = organiser;
      await app.call('POST /events/:id/register', { token, params: { id }, body: { user_id } });
    }
    await giveName(nameless, 'Ivo Marsh');
    await runMailJobs(app, '^users.name-orders$');
    const usernames = [named.username, nameless.username];
    const { orders, ...listed } = await listNames(id);
    expect(new Set(orders)).toEqual(new Set(usernames));
    expect(listed).toEqual({ tickets: usernames, registrations: usernames });
  });
});

describe('an event that asks for a name on each ticket', () => {
  async function makeSale() {
    const sale = await organiser.makeSale({ price: 0 });
    const answer = await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: sale.id },
      body: { asks_for_names: true },
    });
    expect(answer.body.event.asks_for_names).toBe(true);
    return sale;
  }

  it('sells no ticket without a name, and says which tickets have none', async () => {
    const { id, typeId } = await makeSale();
    const order = (attendees?: { name?: string }[]) => {
      const items = [{ ticket_type_id: typeId, quantity: 2, attendees }];
      return sendOrder(app, { event_id: id, items });
    };
    const message = 'Enter a name for this ticket';
    const errors = [0, 1].map((ticket) => ({ field: `items.0.attendees.${ticket}.name`, message }));
    expect(await order()).toMatchObject({ status: 400, body: { code: 'validation_failed', errors } });
    expect((await order([{ name: 'Mara Ellis' }, {}])).body.errors).toEqual([errors[1]]);
    expect((await order([{ name: 'Mara Ellis' }])).body.errors).toEqual([errors[1]]);
    expect((await order([{ name: 'Mara Ellis' }, { name: 'Ivo Marsh' }])).status).toBe(201);
  });

  it('still accepts registrations through the older API, and guest lists', async () => {
    const { id, typeId } = await makeSale();
    await organiser.register(id);
    const guests = [{ name: 'Ivo Marsh', email: 'ivo@example.org', quantity: 2 }];
    const given = await app.call('POST /events/:id/complimentary-tickets', {
      token: organiser.token,
      params: { id },
      headers: { 'idempotency-key': 'a key of sixteen letters'.replaceAll(' ', '-') },
      body: { ticket_type_id: typeId, guests },
    });
    expect(given.status).toBe(201);
    expect((await listNames(id)).tickets.slice(1)).toEqual(['Ivo Marsh', 'Ivo Marsh']);
  });
});
