import { withSandboxTables } from '@foyer/payment-sandbox/sandbox-tables.ts';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../mails/mail-server.ts';
import { listBrokenInvariants } from '../model/invariants.ts';
import { doForAll, payOnPage, publishEvents, startProcesses, type Processes } from './processes.ts';
import { addType, findFirstType, orderAsGuest } from './sales.ts';
import { listTicketsOf } from '../tickets.ts';

const buyerCount = 2000;
const inFlight = 128;
const seats = 100;

/**
 * The most milliseconds that a buyer may wait for the answer that the event is sold out. Even a busy machine needs
 * far less.
 */
const maxWaitMs = 10_000;

let mailServer: TestMailServer;
let processes: Processes;

beforeAll(async () => {
  mailServer = await startMailServer();
  const env = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` };
  processes = await startProcesses(inject('postgres').adminUrl, { count: 2, env });
}, 60_000);

afterAll(async () => {
  await processes.stop();
  await mailServer.close();
});

describe('a webhook that arrives fifty times at once, on two processes', () => {
  it('issues one ticket and sends one email', async () => {
    const [eventId = 0] = (await publishEvents(processes, { price: 12, max_attendees: 1 })).ids;
    const [buyer] = await processes.makeBuyers(1);
    if (!buyer) throw new Error('There is no buyer');
    await processes.setSwitches({ webhookDrop: true });
    const checkout = { token: buyer.token, body: { eventId, userId: buyer.id } };
    const { body } = await processes.call(0, 'POST /stripe/create-checkout-session', checkout);
    await payOnPage(processes, 0, body.sessionId, '4242424242424242');
    const { data } = await withSandboxTables(processes.db)
      .selectFrom('sandbox_events')
      .select('data')
      .where('type', '=', 'checkout.session.completed')
      .executeTakeFirstOrThrow();
    const payload = JSON.stringify(data);
    const secret = processes.webhookSecret;
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    };
    const fifty = Array.from({ length: 50 }, (_, n) =>
      processes.send(n, '/api/stripe/webhook', { method: 'POST', body: payload, headers }),
    );
    expect(new Set((await Promise.all(fifty)).map(({ status }) => status))).toEqual(new Set([200]));

    const listJobs = async () =>
      (
        await sql<{ state: string }>`select state from pgboss.job where name = 'tickets.send-ticket'`.execute(
          processes.db,
        )
      ).rows;
    await expect.poll(listJobs).toEqual([{ state: 'completed' }]);
    expect(await listTicketsOf(processes, buyer)).toMatchObject([{ status: 'valid' }]);
    expect(await processes.db.selectFrom('tickets').select('id').execute()).toHaveLength(1);
    expect(await processes.db.selectFrom('webhook_events').select('attempts').execute()).toEqual([
      { attempts: 1 },
    ]);
    expect(mailServer.listReceived().map(({ to }) => to?.[0]?.address)).toEqual([buyer.email]);
    await processes.setSwitches({ webhookDrop: false });
  });
});

describe(`${buyerCount} buyers who compete for ${seats} seats, on two processes`, () => {
  it.each([
    { kind: 'paid', price: 12 },
    { kind: 'free', price: 0 },
  ])(
    'fill a $kind event exactly, and the buyers without a seat are refused within ten seconds',
    { timeout: 120_000 },
    async ({ kind, price }) => {
      const [eventId = 0] = (await publishEvents(processes, { price, max_attendees: seats })).ids;
      const buyers = await processes.makeBuyers(buyerCount);
      const heard = await doForAll(buyers, inFlight, async ({ id: userId, token }, n) =>
        kind === 'free'
          ? processes.call(n, 'POST /events/:id/register', { token, params: { id: eventId }, body: {} })
          : processes.call(n, 'POST /stripe/create-checkout-session', { token, body: { eventId, userId } }),
      );
      const outcomes = heard.map(({ status, body }) => (status < 300 ? 'seat' : body.code));
      expect(new Set(outcomes)).toEqual(new Set(['seat', 'event_sold_out']));
      expect(outcomes.filter((outcome) => outcome === 'seat')).toHaveLength(seats);
      const refused = heard.filter(({ status }) => status >= 300);
      expect(Math.max(...refused.map(({ milliseconds }) => milliseconds))).toBeLessThan(maxWaitMs);
      const { body } = await processes.call(1, 'GET /events/:id', { params: { id: eventId } });
      expect(body.event).toMatchObject({ tickets_remaining: 0, attendee_count: seats });
      expect(await listBrokenInvariants(processes.db)).toEqual([]);
    },
  );
});

const orderCount = 600;

describe(`${orderCount} guests who order tickets of two types, on two processes`, () => {
  it.each([
    { kind: 'paid', price: 12 },
    { kind: 'free', price: 0 },
  ])(
    'fill a $kind event exactly, within the limits of both types, and each order is sold whole or not at all',
    { timeout: 120_000 },
    async ({ price }) => {
      const { ids, organiser } = await publishEvents(processes, { price, max_attendees: seats });
      const [eventId = 0] = ids;
      const first = await findFirstType(processes, eventId);
      const limited = { name: 'Balcony', price, quantity: 60 };
      const second = await addType(processes, { organiser, eventId }, limited);
      const carts = [
        [
          { ticket_type_id: first, quantity: 2 },
          { ticket_type_id: second, quantity: 1 },
        ],
        [{ ticket_type_id: second, quantity: 3 }],
        [{ ticket_type_id: first, quantity: 1 }],
        [{ ticket_type_id: second, quantity: 2 }],
      ];
      const wanted = Array.from({ length: orderCount }, (_, n) => carts[n % carts.length] ?? []);
      const heard = await doForAll(wanted, inFlight, (items, n) =>
        orderAsGuest(processes, n >> 2, { event_id: eventId, items }),
      );
      const outcomes = heard.map(({ status, body }) => (status === 201 ? 'sold' : body.code));
      expect(
        outcomes.filter((outcome) => !['sold', 'event_sold_out', 'not_enough_left'].includes(outcome)),
      ).toEqual([]);
      expect(Math.max(...heard.map(({ milliseconds }) => milliseconds))).toBeLessThan(maxWaitMs);
      const sold = heard.flatMap(({ status, body }, n) => {
        if (status !== 201) return [];
        expect(body.order.tickets).toHaveLength(countTickets(wanted[n]));
        return body.order.tickets;
      });
      expect(sold).toHaveLength(seats);
      expect(sold.filter((ticket) => ticket.ticket_type_id === second).length).toBeLessThanOrEqual(
        limited.quantity,
      );
      expect(await listBrokenInvariants(processes.db)).toEqual([]);
    },
  );
});

function countTickets(items: readonly { quantity: number }[] = []): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

describe('the last use of a promo code', () => {
  it('goes to only one of twenty people who order with the code at the same moment, on two processes', async () => {
    const { ids, organiser } = await publishEvents(processes, { price: 12, max_attendees: seats });
    const [eventId = 0] = ids;
    const code = { code: 'LASTONE', kind: 'percent', percent: 50, max_uses: 1 };
    const made = { token: organiser.token, params: { id: eventId }, body: code };
    expect((await processes.call(0, 'POST /events/:id/promo-codes', made)).status).toBe(201);
    const items = [{ ticket_type_id: await findFirstType(processes, eventId), quantity: 1 }];
    const body = { event_id: eventId, items, promo_code: 'lastone' };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => orderAsGuest(processes, n, body)));
    const outcomes = answers.map(({ status, body: { code: refusal } }) =>
      status === 201 ? 'sold' : refusal,
    );
    expect(outcomes.filter((outcome) => outcome === 'sold')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'promo_code_used_up')).toHaveLength(19);
    expect(await listBrokenInvariants(processes.db)).toEqual([]);
  });
});

describe('an access token', () => {
  it('works on two processes until the user logs out on one of them', async () => {
    const account = { username: 'wanda', email: 'wanda@example.org', password: 'a good password' };
    const { status, body } = await processes.call(0, 'POST /auth/register', { body: account });
    expect(status).toBe(201);
    const { user, accessToken: token, refreshToken } = body.data;
    const readOnBoth = () =>
      Promise.all(
        [0, 1].map((which) => processes.call(which, 'GET /users/:id', { token, params: { id: user.id } })),
      );
    for (const heard of await readOnBoth()) expect(heard.body.user).toMatchObject({ email: account.email });
    expect((await processes.call(1, 'POST /auth/logout', { body: { refreshToken } })).status).toBe(200);
    expect((await readOnBoth()).map((heard) => heard.status)).toEqual([401, 401]);
  });
});
