import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeUser, only, openCheckout } from '../../../../test/factories.ts';
import {
  connectProvider,
  listPayments,
  logInAgain,
  openDispute,
  readPayment,
  refundElsewhere,
  sendWebhook,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { processWebhookJob } from './webhooks.jobs.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

const paying = { number: '4242424242424242' };

async function openSession() {
  const event = await makeEvent(app, { price: 12, max_attendees: 3 });
  const buyer = await makeUser(app);
  return { event, buyer, sessionId: await openCheckout(app, buyer, event.id) };
}

async function list(query: Record<string, string> = {}) {
  const { body } = await app.call('GET /admin/webhooks', { token: admin.token, query });
  return body;
}

function retry(id: string) {
  return app.call('POST /admin/webhooks/:webhookId/retry', { token: admin.token, params: { webhookId: id } });
}

describe('webhook events from the payment provider', () => {
  it('are processed when their type is known, and are listed newest first', async () => {
    const { sessionId } = await openSession();
    await app.sandbox.payWithCard(sessionId, paying);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('paid');
    await app.sandbox.closeDispute(await openDispute(app, sessionId), 'won');
    await refundElsewhere(app, sessionId);
    const { sessionId: left } = await openSession();
    await app.sandbox.payWithCard(left, { number: '4000000000000002' });
    await connectProvider(app).checkout.sessions.expire(left);
    await app.sandbox.deliverDue();
    await expect
      .poll(async () => (await list({ limit: '50' })).webhooks.every((webhook) => webhook.processed_at))
      .toBe(true);
    const { webhooks, total_webhooks } = await list({ limit: '50' });
    expect(new Set(webhooks.map(({ type }) => type))).toEqual(
      new Set([
        'checkout.session.completed',
        'checkout.session.expired',
        'payment_intent.succeeded',
        'payment_intent.payment_failed',
        'payment_intent.canceled',
        'charge.refunded',
        'charge.dispute.created',
        'charge.dispute.closed',
      ]),
    );
    expect(webhooks.every(({ attempts, error }) => attempts >= 1 && error === null)).toBe(true);
    expect(total_webhooks).toBe(webhooks.length);
    const times = webhooks.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await list({ limit: '2', page: '2' })).webhooks).toEqual(webhooks.slice(2, 4));
  });

  it('issue the ticket for a paid payment intent even if the event about its checkout session is lost', async () => {
    const { sessionId } = await openSession();
    await app.sandbox.setSwitches({ webhookDrop: true });
    await app.sandbox.payWithCard(sessionId, paying);
    const { payment_intent: id } = await connectProvider(app).checkout.sessions.retrieve(sessionId);
    await sendWebhook(app, { id: 'evt_intent1', type: 'payment_intent.succeeded', object: { id } });
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('paid');
    expect((await readPayment(app, sessionId)).ticket_id).not.toBeNull();
  });

  it('issue a ticket when a delayed payment succeeds, and no ticket when a delayed payment fails', async () => {
    const [good, bad] = [await openSession(), await openSession()];
    await app.sandbox.setSwitches({ payments: 'succeed later', outcomeDelayMs: 60_000 });
    await app.sandbox.payWithCard(good.sessionId, paying);
    await app.sandbox.setSwitches({ payments: 'fail later' });
    await app.sandbox.payWithCard(bad.sessionId, paying);
    app.clock.advance(61_000);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, good.sessionId)).status).toBe('paid');
    admin = await logInAgain(app, admin);
    await expect
      .poll(async () => (await list()).webhooks.map(({ type }) => type))
      .toEqual(
        expect.arrayContaining([
          'checkout.session.async_payment_succeeded',
          'checkout.session.async_payment_failed',
        ]),
      );
    // A payment that failed expires at once. Its seat stays held until the hold ends.
    await expect.poll(async () => (await readPayment(app, bad.sessionId)).status).toBe('expired');
    expect((await readPayment(app, bad.sessionId)).ticket_id).toBeNull();
  });

  it('of an unknown type are stored and ignored', async () => {
    const unknown = { id: 'evt_unknown1', type: 'invoice.paid', object: { id: 'in_1' } };
    expect((await sendWebhook(app, unknown)).status).toBe(200);
    await expect
      .poll(async () => (await list()).webhooks.find(({ id }) => id === 'evt_unknown1'))
      .toMatchObject({ type: 'invoice.paid', object_id: 'in_1', error: null, attempts: 1 });
  });

  it('about payments of other software are stored and change nothing', async () => {
    const provider = connectProvider(app);
    const { id: payment_intent } = await provider.paymentIntents.create({
      amount: 5000,
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const before = await app.db.selectFrom('payments').selectAll().orderBy('id').execute();
    const refund = await provider.refunds.create({ payment_intent });
    await sendWebhook(app, { id: 'evt_foreign1', type: 'refund.updated', object: refund });
    await expect
      .poll(async () => (await list()).webhooks.find(({ id }) => id === 'evt_foreign1')?.processed_at)
      .toBeTruthy();
    expect(await app.db.selectFrom('payments').selectAll().orderBy('id').execute()).toEqual(before);
  });
});

describe('a signed webhook', () => {
  const minute = 60_000;
  const send = (id: string, ahead: number) =>
    sendWebhook(app, { id, type: 'invoice.paid', object: { id: 'in_2' }, signedAt: Date.now() + ahead });

  it('is refused when its signature is older than five minutes', async () => {
    expect((await send('evt_old', -6 * minute)).body.code).toBe('bad_signature');
    expect((await send('evt_recent', -4 * minute)).status).toBe(200);
  });

  it('is refused when its signature is dated more than five minutes in the future', async () => {
    expect(await send('evt_future', 6 * minute)).toMatchObject({
      status: 400,
      body: { code: 'bad_signature' },
    });
    expect((await send('evt_ahead', 4 * minute)).status).toBe(200);
  });
});

describe('a webhook event that cannot be processed', () => {
  it('is listed with its error, and is processed when an administrator retries it after the cause is gone', async () => {
    const { sessionId } = await openSession();
    await app.sandbox.payWithCard(sessionId, paying);
    vi.spyOn(app.deps.payments, 'findPayment').mockRejectedValue(new Error('the line is dead'));
    await app.sandbox.deliverDue();
    const listFailed = async () =>
      (await list({ only: 'failed', limit: '50' })).webhooks.filter(
        ({ object_id }) => object_id === sessionId,
      );
    await expect.poll(async () => (await listFailed()).length).toBe(1);
    const failed = await listFailed();
    expect(only(failed)).toMatchObject({ processed_at: null, error: 'Error: the line is dead' });
    await expect.poll(async () => (await retry(only(failed).id)).body.webhook.attempts).toBeGreaterThan(1);
    expect((await readPayment(app, sessionId)).status).toBe('open');

    vi.restoreAllMocks();
    const { body } = await retry(only(failed).id);
    expect(body.webhook).toMatchObject({ error: null });
    expect(body.webhook.processed_at).not.toBeNull();
    expect((await readPayment(app, sessionId)).status).toBe('paid');
    await expect.poll(listFailed).toEqual([]);
  });

  it('is processed again automatically after a pause', async () => {
    const { sessionId } = await openSession();
    await app.sandbox.payWithCard(sessionId, paying);
    vi.spyOn(app.deps.payments, 'findPayment').mockRejectedValueOnce(new Error('a hiccup'));
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('paid');
    expect(processWebhookJob.retryForSeconds).toBe(24 * 3600);
  });
});

describe('an administrator’s request about webhook events', () => {
  it('gets 404 for an unknown event id, and 400 for a malformed event id or filter', async () => {
    expect(await retry('evt_nobody')).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
    expect((await retry('1; drop')).status).toBe(400);
    const odd = { token: admin.token, query: { only: 'odd' } };
    expect((await app.call('GET /admin/webhooks', odd)).body.errors).toEqual([
      { field: 'only', message: 'only can be failed, or left out' },
    ]);
  });
});

describe('a webhook event that arrives fifty times at once', () => {
  it('is stored once and causes one ticket and one email', async () => {
    const { event, buyer, sessionId } = await openSession();
    await app.sandbox.setSwitches({ webhookHold: true });
    await app.sandbox.payWithCard(sessionId, paying);
    const object = await connectProvider(app).checkout.sessions.retrieve(sessionId);
    const repeated = { id: 'evt_fifty', type: 'checkout.session.completed', object };
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendWebhook(app, repeated)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await expect.poll(async () => (await listPayments(app, event.id))[0]?.status).toBe('paid');
    await expect.poll(() => app.mails.filter((mail) => mail.to === buyer.email)).toHaveLength(1);
    const tickets = await app.db
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', event.id)
      .execute();
    expect(tickets).toHaveLength(1);
    const stored = (await list()).webhooks.filter(({ id }) => id === 'evt_fifty');
    expect(only(stored).attempts).toBe(1);
  });
});
