import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeEvent,
  makeUser,
  only,
  openCheckout,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import {
  askForIntent,
  connectProvider,
  openIntent,
  payIntent,
  readBothBooks,
} from '../../../test/payments.ts';
import { NORMAL_SWITCHES } from '../../payments/sandbox/switches.ts';
import { expireHoldsJob, reconcileJob } from './payments.jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const card = { number: '4242424242424242' };
const minute = 60_000;

async function makeSale(seats = 5) {
  const event = await makeEvent(app, { price: 9, max_attendees: seats });
  return { event, buyer: await makeUser(app) };
}

function askForSession(user: TestUser, eventId: number) {
  return app.call('POST /stripe/create-checkout-session', {
    token: user.token,
    body: { eventId, userId: user.id },
  });
}

function listPayments(eventId: number) {
  return app.db
    .selectFrom('payments')
    .select(['kind', 'status', 'payment_intent_id', 'provider_session_id'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

async function countRemaining(eventId: number) {
  const { body } = await app.call('GET /events/:id', { params: { id: eventId } });
  return body.event.tickets_remaining;
}

async function countTickets(eventId: number) {
  const rows = await app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute();
  return rows.length;
}

async function readIntentStatus(id: string) {
  return (await connectProvider(app).paymentIntents.retrieve(id)).status;
}

/** Time that was moved on has ended the access token. */
async function logInAgain(user: TestUser): Promise<TestUser> {
  const { body } = await app.call('POST /auth/login', {
    body: { username: user.username, password: testPassword },
  });
  return { ...user, token: body.data.accessToken };
}

async function cancelRegistration(user: TestUser) {
  const { body } = await app.call('GET /users/:id/registrations', {
    token: user.token,
    params: { id: user.id },
  });
  await app.call('PATCH /events/registrations/:id/cancel', {
    token: user.token,
    params: { id: only(body.registrations).id },
  });
}

describe('of a session and an intent for the same seat', () => {
  it('the session is ended when an intent is asked for', async () => {
    const { event, buyer } = await makeSale();
    const sessionId = await openCheckout(app, buyer, event.id);
    const intentId = await openIntent(app, buyer, event.id);
    expect(await app.sandbox.payWithCard(sessionId, card)).toMatchObject({ outcome: 'expired' });
    expect(await countRemaining(event.id)).toBe(4);
    await payIntent(app, intentId);
    await app.sandbox.deliverDue();
    await expect.poll(() => countTickets(event.id)).toBe(1);
    expect(await listPayments(event.id)).toMatchObject([
      { kind: 'session', status: 'expired' },
      { kind: 'intent', status: 'paid', payment_intent_id: intentId },
    ]);
  });

  it('the intent is ended when a session is asked for', async () => {
    const { event, buyer } = await makeSale();
    const intentId = await openIntent(app, buyer, event.id);
    const sessionId = await openCheckout(app, buyer, event.id);
    await expect(payIntent(app, intentId)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await readIntentStatus(intentId)).toBe('canceled');
    expect(await app.sandbox.payWithCard(sessionId, card)).toMatchObject({ outcome: 'paid' });
    expect(await listPayments(event.id)).toMatchObject([
      { kind: 'intent', status: 'expired' },
      { kind: 'session', provider_session_id: sessionId },
    ]);
  });

  it('the one that turns out to be paid is what was bought', async () => {
    await app.sandbox.setSwitches({ webhookDrop: true });
    const bySession = await makeSale();
    await app.sandbox.payWithCard(await openCheckout(app, bySession.buyer, bySession.event.id), card);
    expect(await askForIntent(app, bySession.buyer, bySession.event.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    const byIntent = await makeSale();
    await payIntent(app, await openIntent(app, byIntent.buyer, byIntent.event.id));
    expect(await askForSession(byIntent.buyer, byIntent.event.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    for (const { event } of [bySession, byIntent]) {
      expect(await countTickets(event.id)).toBe(1);
      expect(await listPayments(event.id)).toMatchObject([{ status: 'paid' }]);
    }
  });

  it('the one whose money is still under way is not paid a second time', async () => {
    const { event, buyer } = await makeSale();
    await app.sandbox.setSwitches({ payments: 'succeed later', settleMs: 60 * minute });
    await app.sandbox.payWithCard(await openCheckout(app, buyer, event.id), card);
    expect(await askForIntent(app, buyer, event.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid', msg: 'Your payment for this event is still being processed' },
    });
    expect(await listPayments(event.id)).toMatchObject([{ kind: 'session', status: 'open' }]);
  });

  it('one can be paid when both are asked for at once', async () => {
    for (const count of [1, 1, 1, 3]) {
      const { event, buyer } = await makeSale();
      const asks = Array.from({ length: count }, () => [
        askForSession(buyer, event.id),
        askForIntent(app, buyer, event.id),
      ]);
      const answers = await Promise.all(asks.flat());
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const payments = await listPayments(event.id);
      only(payments.filter(({ status }) => status === 'open'));
      expect(payments.filter(({ status }) => !['open', 'expired'].includes(status))).toEqual([]);
      const { paymentIntents, checkout } = connectProvider(app);
      const states = await Promise.all(
        payments.map(async ({ kind, provider_session_id: session, payment_intent_id: intent }) =>
          kind === 'session'
            ? (await checkout.sessions.retrieve(String(session))).status
            : (await paymentIntents.retrieve(String(intent))).status,
        ),
      );
      only(states.filter((state) => state === 'open' || state === 'requires_payment_method'));
      expect(await countRemaining(event.id)).toBe(4);
    }
  });
});

describe('the hold of an intent', () => {
  it('gives its seat back when its time is over, and the intent can no longer be paid', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    app.clock.advance(32 * minute);
    await expireHoldsJob.run(app.deps, {});
    expect(await readIntentStatus(intentId)).toBe('canceled');
    expect(await countRemaining(event.id)).toBe(1);
    expect(await listPayments(event.id)).toMatchObject([{ status: 'expired' }]);
  });

  it('keeps its seat when the intent turns out to be paid', async () => {
    const { event, buyer } = await makeSale(1);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await payIntent(app, await openIntent(app, buyer, event.id));
    app.clock.advance(32 * minute);
    await expireHoldsJob.run(app.deps, {});
    expect(await countRemaining(event.id)).toBe(0);
    expect(await countTickets(event.id)).toBe(1);
  });

  it('waits while the provider is away', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    app.clock.advance(32 * minute);
    await app.sandbox.setSwitches({ api: 'unreachable' });
    await expireHoldsJob.run(app.deps, {});
    expect(await countRemaining(event.id)).toBe(0);
    await app.sandbox.setSwitches({ api: 'up' });
    await expireHoldsJob.run(app.deps, {});
    expect(await countRemaining(event.id)).toBe(1);
    expect(await readIntentStatus(intentId)).toBe('canceled');
  });

  it('is not prolonged by asking for the intent again', async () => {
    const { event, buyer } = await makeSale(1);
    const first = await openIntent(app, buyer, event.id);
    app.clock.advance(32 * minute);
    const second = await openIntent(app, await logInAgain(buyer), event.id);
    expect(second).not.toBe(first);
    expect(await readIntentStatus(first)).toBe('canceled');
    expect(await listPayments(event.id)).toMatchObject([{ status: 'expired' }, { status: 'open' }]);
  });
});

describe('an intent whose hold was given up', () => {
  it('is ended by the repair job once its time is over', async () => {
    const { event, buyer } = await makeSale(1);
    const intentId = await openIntent(app, buyer, event.id);
    await cancelRegistration(buyer);
    app.clock.advance(3 * minute);
    await reconcileJob.run(app.deps, {});
    expect(await readIntentStatus(intentId)).toBe('requires_payment_method');
    app.clock.advance(29 * minute);
    await reconcileJob.run(app.deps, {});
    expect(await readIntentStatus(intentId)).toBe('canceled');
    expect(await listPayments(event.id)).toMatchObject([{ status: 'expired' }]);
  });

  it('that is paid late gets a seat when one is left, and else its money back', async () => {
    const free = await makeSale(2);
    const freeIntent = await openIntent(app, free.buyer, free.event.id);
    await cancelRegistration(free.buyer);
    await payIntent(app, freeIntent);
    const full = await makeSale(1);
    const fullIntent = await openIntent(app, full.buyer, full.event.id);
    await cancelRegistration(full.buyer);
    await openCheckout(app, await makeUser(app), full.event.id);
    await payIntent(app, fullIntent);
    await app.sandbox.deliverDue();
    await expect.poll(() => countTickets(free.event.id)).toBe(1);
    await expect.poll(async () => (await listPayments(full.event.id))[0]?.status).toBe('refunded');
    expect(await countTickets(full.event.id)).toBe(0);
    await expect
      .poll(() => app.mails.find((mail) => mail.to === full.buyer.email)?.text)
      .toContain('We could not give you a seat');
    expect(await countRemaining(full.event.id)).toBe(0);
  });
});

it('leaves a ledger that says what the provider says', async () => {
  await app.sandbox.deliverDue();
  await reconcileJob.run(app.deps, {});
  const { ledger, provider } = await readBothBooks(app);
  expect(ledger.size).toBeGreaterThan(5);
  expect(ledger).toEqual(provider);
});
