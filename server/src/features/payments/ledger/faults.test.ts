import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeEvent,
  makeOrganiser,
  makeUser,
  openCheckout,
  testPassword,
  type TestUser,
} from '../../../../test/factories.ts';
import { selectRefund } from '../../../../test/payments.ts';
import { expireHolds } from '../checkout/holds.service.ts';
import { reconcilePayments } from './reconcile.service.ts';
import { settlePayment } from '../payments.service.ts';
import { closeEventJob } from '../../events/changes/cancelling.jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ idleJobs: [closeEventJob] });
});

afterEach(() => app.sandbox.setSwitches({ webhookDrop: false }));

afterAll(() => app.close());

const paying = { number: '4242424242424242' };
const minute = 60_000;

function checkout(user: TestUser, eventId: number) {
  return app.call('POST /stripe/create-checkout-session', {
    token: user.token,
    body: { eventId, userId: user.id },
  });
}

function listPayments(eventId: number) {
  return app.db
    .selectFrom('payments')
    .select([
      'status',
      'provider_session_id',
      'provider_key',
      selectRefund('attempts').as('refund_attempts'),
      'payment_intent_id',
    ])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .limit(10)
    .execute();
}

async function logInAgain(user: TestUser): Promise<TestUser> {
  const { body } = await app.call('POST /auth/login', {
    body: { username: user.username, password: testPassword },
  });
  return { ...user, token: body.data.accessToken };
}

describe('a checkout session that other software made with the idempotency key of one of our payments', () => {
  it('does not settle our payment, even when the session is paid', async () => {
    const event = await makeEvent(app, { price: 50 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    const [payment] = await listPayments(event.id);
    const sdk = new Stripe('sk_sandbox_elsewhere', {
      httpClient: Stripe.createFetchHttpClient(app.sandbox.fetch),
    });
    const foreign = await sdk.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'gbp', unit_amount: 30, product_data: { name: 'Cheap' } } },
      ],
      metadata: { payment: String(payment?.provider_key) },
      success_url: 'http://foyer.localhost/ok',
    });
    await app.sandbox.payWithCard(foreign.id, paying);
    await settlePayment(app.deps, { kind: 'session', id: foreign.id });
    expect(await listPayments(event.id)).toMatchObject([{ status: 'open', provider_session_id: sessionId }]);
  });
});

describe('a cancelled event', () => {
  it('sells no ticket, not even to a buyer who holds a seat', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 5 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: event.id },
      body: { status: 'cancelled' },
    });
    expect(await checkout(buyer, event.id)).toMatchObject({
      status: 409,
      body: { code: 'event_not_published' },
    });
    await app.sandbox.payWithCard(sessionId, paying);
    await settlePayment(app.deps, { kind: 'session', id: sessionId });
    await expect
      .poll(async () => (await listPayments(event.id)).map(({ status }) => status))
      .toEqual(['refunded']);
    const { body } = await app.call('GET /events/:id', { params: { id: event.id } });
    expect(body.event.attendee_count).toBe(0);
  });
});

describe('a paid checkout session whose webhook was lost', () => {
  it('is recorded as paid when its buyer starts another checkout, and this second checkout is refused', async () => {
    const event = await makeEvent(app, { price: 5 });
    const buyer = await makeUser(app);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await app.sandbox.payWithCard(await openCheckout(app, buyer, event.id), paying);
    app.clock.advance(40 * minute);
    expect((await checkout(await logInAgain(buyer), event.id)).body.code).toBe('already_paid');
    expect((await listPayments(event.id)).map(({ status }) => status)).toEqual(['paid']);
  });

  it('is recorded as paid by the reconcile job', async () => {
    const event = await makeEvent(app, { price: 5 });
    const buyer = await makeUser(app);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await app.sandbox.payWithCard(await openCheckout(app, buyer, event.id), paying);
    app.clock.advance(3 * minute);
    await reconcilePayments(app.deps);
    expect((await listPayments(event.id)).map(({ status }) => status)).toEqual(['paid']);
  });
});

describe('a hold of a seat', () => {
  it('is not extended when its buyer opens the payment page again and again', async () => {
    const event = await makeEvent(app, { price: 5, max_attendees: 1 });
    let buyer = await makeUser(app);
    for (const wait of [0, 20, 20]) {
      app.clock.advance(wait * minute);
      await expireHolds(app.deps);
      buyer = await logInAgain(buyer);
      if (wait === 0 || (await countRemaining(event.id)) === 0) await checkout(buyer, event.id);
    }
    expect(await countRemaining(event.id)).toBe(1);
  });

  it('can become a registration when the event becomes free of charge', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 5, max_attendees: 2 }, organiser);
    const buyer = await makeUser(app);
    await openCheckout(app, buyer, event.id);
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: event.id },
      body: { price: 0 },
    });
    const register = () =>
      app.call('POST /events/:id/register', { token: buyer.token, params: { id: event.id } });
    expect((await register()).body.registration).toMatchObject({
      status: 'registered',
      hold_expires_at: null,
    });
    expect((await register()).body.code).toBe('already_registered');
    expect(await countRemaining(event.id)).toBe(1);
  });
});

describe('a refund of a payment', () => {
  it('stays pending until a slow bank has confirmed it', async () => {
    const event = await refundFor('4000000000007726');
    expect((await listPayments(event.id))[0]?.status).toBe('refund_pending');
    app.clock.advance(3 * minute);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await listPayments(event.id))[0]?.status).toBe('refunded');
    expect(app.mails.filter((mail) => mail.to === event.buyer.email)).toHaveLength(1);
  });

  it('stays pending when the bank rejects it, so that Foyer requests it again', async () => {
    const event = await refundFor('4000000000005126');
    app.clock.advance(3 * minute);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await listPayments(event.id))[0]?.refund_attempts).toBeGreaterThan(0);
    const [payment] = await listPayments(event.id);
    expect(payment?.status).toBe('refund_pending');
  });

  /**
   * Lets a buyer pay with this card after another buyer took the only seat, so that Foyer must refund the payment.
   */
  async function refundFor(number: string) {
    const event = await makeEvent(app, { price: 15, max_attendees: 1 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    const { body } = await app.call('GET /users/:id/registrations', {
      token: buyer.token,
      params: { id: buyer.id },
    });
    const id = Number(body.registrations[0]?.id);
    await app.call('PATCH /events/registrations/:id/cancel', { token: buyer.token, params: { id } });
    await openCheckout(app, await makeUser(app), event.id);
    await app.sandbox.payWithCard(sessionId, { number });
    await settlePayment(app.deps, { kind: 'session', id: sessionId });
    await expect.poll(() => app.mails.some((mail) => mail.to === buyer.email)).toBe(true);
    return { ...event, buyer };
  }
});

describe('deleting an event', () => {
  it('causes no server error if its buyers cancel their registrations at the same moment', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 0, max_attendees: 50 }, organiser);
    const guests = await Promise.all(Array.from({ length: 12 }, () => makeUser(app)));
    const registered = await Promise.all(
      guests.map(({ token }) => app.call('POST /events/:id/register', { token, params: { id: event.id } })),
    );
    const answers = await Promise.all([
      ...registered.map(({ body }, index) =>
        app.call('PATCH /events/registrations/:id/cancel', {
          token: guests[index]?.token,
          params: { id: body.registration.id },
        }),
      ),
      app.call('DELETE /events/:id', { token: organiser.token, params: { id: event.id } }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(answers.at(-1)?.status).toBe(204);
  });
});

async function countRemaining(eventId: number) {
  const { body } = await app.call('GET /events/:id', { params: { id: eventId } });
  return body.event.tickets_remaining;
}
