import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
  makeUser,
  only,
  openCheckout,
  testPassword,
  type TestUser,
} from '../../../../test/factories.ts';
import { askForIntent, buyTicket, connectProvider, openIntent } from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

function listCards(user: TestUser, token = user.token) {
  return app.call('GET /stripe/payment-methods/:userId', { token, params: { userId: user.id } });
}

async function readCustomerId({ id }: TestUser) {
  const row = await app.db
    .selectFrom('payment_customers')
    .select('provider_customer_id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row?.provider_customer_id ?? '';
}

async function makeBuyer() {
  const buyer = await makeUser(app);
  const event = await makeEvent(app, { price: 9 });
  return { buyer, event, buy: async () => openCheckout(app, buyer, (await makeEvent(app, { price: 9 })).id) };
}

async function countCustomers(email: string) {
  return (await connectProvider(app).customers.list({ email })).data.length;
}

describe('the stored cards of a user', () => {
  it('include only cards that the buyer chose to store, and are shown only to the buyer and to administrators', async () => {
    const { buyer, event } = await makeBuyer();
    expect((await listCards(buyer)).body).toEqual({ paymentMethods: [] });
    await buyTicket(app, buyer, event.id, { number: '5555555555554444' });
    expect((await listCards(buyer)).body).toEqual({ paymentMethods: [] });
    const other = await makeEvent(app, { price: 9 });
    await buyTicket(app, buyer, other.id, { number: '4242424242424242', keepCard: true });
    const { body } = await listCards(buyer);
    const { id, ...card } = only(body.paymentMethods);
    expect(id).toMatch(/^pm_/);
    const inThreeYears = app.clock.now().getUTCFullYear() + 3;
    expect(card).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: inThreeYears });
    expect((await listCards(buyer, (await makeAdmin(app)).token)).body).toEqual(body);
    expect((await listCards(buyer, (await makeUser(app)).token)).status).toBe(403);
  });

  it('cannot be listed while the payment provider is down', async () => {
    const { buyer, buy } = await makeBuyer();
    await buy();
    await app.sandbox.setSwitches({ api: 'unreachable' });
    const answer = await listCards(buyer);
    expect(answer).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
    expect(answer.headers['retry-after']).toBeDefined();
  });
});

describe("a buyer's customer record at the payment provider", () => {
  it('is created only once, even if the user starts several checkouts at once or the provider’s answer gets lost', async () => {
    const { buyer } = await makeBuyer();
    await app.sandbox.setSwitches({ api: 'loses_answers' });
    const { id: lost } = await makeEvent(app, { price: 9 });
    expect((await askForIntent(app, buyer, lost)).status).toBe(503);
    await app.sandbox.setSwitches({ api: 'up' });
    const events = await Promise.all(Array.from({ length: 6 }, () => makeEvent(app, { price: 9 })));
    await Promise.all(events.map(({ id }, index) => (index % 2 ? openIntent : openCheckout)(app, buyer, id)));
    expect(await countCustomers(buyer.email)).toBe(1);
    const { data } = await connectProvider(app).checkout.sessions.list({ limit: 3 });
    expect(new Set(data.map(({ customer }) => customer))).toEqual(new Set([await readCustomerId(buyer)]));
  });

  it('does not contain the id or the username that the buyer has in Foyer', async () => {
    const { buyer, buy } = await makeBuyer();
    await buy();
    const customer = await connectProvider(app).customers.retrieve(await readCustomerId(buyer));
    expect(customer).toMatchObject({ email: buyer.email, name: null, description: null });
    expect(JSON.stringify(customer)).not.toMatch(new RegExp(`"${buyer.id}"|${buyer.username}"`));
  });

  it('gets the buyer’s new email address when the buyer next pays', async () => {
    const { buyer, buy } = await makeBuyer();
    await buy();
    const email = `new_${buyer.email}`;
    const body = { email, current_password: testPassword };
    await app.call('PATCH /users/:id', { token: buyer.token, params: { id: buyer.id }, body });
    await buy();
    const customer = await connectProvider(app).customers.retrieve(await readCustomerId(buyer));
    expect(customer).toMatchObject({ email });
  });

  it('is created again with the buyer’s next payment after the provider deleted it', async () => {
    const { buyer, buy, event } = await makeBuyer();
    await buyTicket(app, buyer, event.id, { number: '4242424242424242', keepCard: true });
    const before = await readCustomerId(buyer);
    await connectProvider(app).customers.del(before);
    expect((await listCards(buyer)).body).toEqual({ paymentMethods: [] });
    await buy();
    expect(await readCustomerId(buyer)).not.toBe(before);
    const { id } = await makeEvent(app, { price: 9 });
    await connectProvider(app).customers.del(await readCustomerId(buyer));
    await openIntent(app, buyer, id);
    expect(await countCustomers(buyer.email)).toBe(1);
  });

  it('is deleted after the buyer’s account was deleted, even if the provider was down at that moment', async () => {
    const { buyer, event } = await makeBuyer();
    await buyTicket(app, buyer, event.id, { number: '4242424242424242', keepCard: true });
    const customerId = await readCustomerId(buyer);
    await app.sandbox.setSwitches({ api: 'errors' });
    expect((await deleteOwnAccount(app, buyer)).status).toBe(204);
    await app.sandbox.setSwitches({ api: 'up' });
    await expect
      .poll(() => connectProvider(app).customers.retrieve(customerId))
      .toMatchObject({ deleted: true });
    expect(await countCustomers(buyer.email)).toBe(0);
  });

  it('is deleted if the buyer’s account is deleted while the record is being created', async () => {
    const { buyer, event } = await makeBuyer();
    const createCustomer = app.deps.payments.createCustomer.bind(app.deps.payments);
    const made: string[] = [];
    vi.spyOn(app.deps.payments, 'createCustomer').mockImplementation(async (customer) => {
      made.push(await createCustomer(customer));
      const { status } = await deleteOwnAccount(app, buyer);
      expect(status).toBe(204);
      return made[0] ?? '';
    });
    expect(await askForIntent(app, buyer, event.id)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    await expect
      .poll(() => connectProvider(app).customers.retrieve(made[0] ?? ''))
      .toMatchObject({ deleted: true });
  });
});

describe("a user's list of payments", () => {
  it('shows the newest payment first, and each payment with its status in the ledger', async () => {
    const { buyer } = await makeBuyer();
    const bought = await makeEvent(app, { price: 9 });
    const { ticketId, sessionId } = await buyTicket(app, buyer, bought.id);
    const open = await makeEvent(app, { price: 12.5 });
    await openIntent(app, buyer, open.id);
    await buyTicket(app, await makeUser(app), bought.id);
    const list = (token: string) =>
      app.call('GET /stripe/payments/:userId', { token, params: { userId: buyer.id } });
    const { body } = await list(buyer.token);
    const time: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
    const someId: unknown = expect.any(Number);
    expect(body).toEqual({
      status: 'success',
      payments: [
        {
          id: someId,
          event_id: open.id,
          event_title: open.title,
          ticket_id: null,
          session_id: null,
          amount: 12.5,
          currency: 'gbp',
          status: 'unpaid',
          created_at: time,
          paid_at: null,
          refunded_at: null,
          amount_refunded: 0,
          refund_pending: false,
          refund_failing: false,
          disputed: false,
        },
        {
          id: someId,
          event_id: bought.id,
          event_title: bought.title,
          ticket_id: ticketId,
          session_id: sessionId,
          amount: 9,
          currency: 'gbp',
          status: 'paid',
          created_at: time,
          paid_at: time,
          refunded_at: null,
          amount_refunded: 0,
          refund_pending: false,
          refund_failing: false,
          disputed: false,
        },
      ],
    });
    await app.call('POST /stripe/refund/:ticketId', { token: bought.token, params: { ticketId } });
    const after = (await list((await makeAdmin(app)).token)).body.payments[1];
    expect(after).toMatchObject({ status: 'refunded', refunded_at: time, amount_refunded: 9 });
  });
});
