import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, only } from '../../../../test/factories.ts';
import {
  askForIntent,
  buyTicket,
  connectProvider,
  countRemaining,
  listPayments,
  openIntent,
  payIntent,
  readBothBooks,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { reconcilePayments } from '../ledger/reconcile.service.ts';
import { settlePayment } from '../payments.service.ts';
import { listTicketsFor } from '../../../../test/tickets.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const listTickets = (eventId: number) => listTicketsFor(app, eventId);

async function makeSale(fields: { price?: number; max_attendees?: number } = {}) {
  const event = await makeEvent(app, { price: 12.5, max_attendees: 5, ...fields });
  return { event, buyer: await makeUser(app) };
}

describe('a payment intent', () => {
  it('holds a seat, has its amount in pounds, and is returned again when the buyer asks for a second intent', async () => {
    const { event, buyer } = await makeSale();
    const first = await askForIntent(app, buyer, event.id);
    expect(first).toMatchObject({ status: 200, body: { amount: 12.5, currency: 'gbp' } });
    expect(first.body.clientSecret).toContain(`${first.body.paymentIntentId}_secret_`);
    expect(await countRemaining(app, event.id)).toBe(4);
    expect((await askForIntent(app, buyer, event.id)).body).toEqual(first.body);
    expect(await countRemaining(app, event.id)).toBe(4);
  });

  it('issues one ticket and sends one email, however often its webhook arrives', async () => {
    const { event, buyer } = await makeSale();
    await app.sandbox.setSwitches({ webhookDuplicates: 2 });
    const intentId = await openIntent(app, buyer, event.id);
    await payIntent(app, intentId);
    await app.sandbox.deliverDue();
    await expect
      .poll(() => listTickets(event.id))
      .toEqual([{ paid: true, status: 'valid', price_pence: 1250 }]);
    await Promise.all(
      Array.from({ length: 10 }, () => settlePayment(app.deps, { kind: 'intent', id: intentId })),
    );
    expect(await listPayments(app, event.id)).toMatchObject([{ kind: 'intent', status: 'paid' }]);
    expect(await listTickets(event.id)).toHaveLength(1);
    await expect.poll(() => app.mails.filter((mail) => mail.to === buyer.email)).toHaveLength(1);
    expect((await askForIntent(app, buyer, event.id)).body.code).toBe('already_paid');
  });

  it('issues its ticket after a lost webhook, when the reconcile job runs or the buyer asks for an intent again', async () => {
    await app.sandbox.setSwitches({ webhookDrop: true });
    const repaired = await makeSale();
    await payIntent(app, await openIntent(app, repaired.buyer, repaired.event.id));
    const asked = await makeSale();
    await payIntent(app, await openIntent(app, asked.buyer, asked.event.id));
    expect((await askForIntent(app, asked.buyer, asked.event.id)).body.code).toBe('already_paid');
    expect(await listTickets(asked.event.id)).toHaveLength(1);
    expect(await listTickets(repaired.event.id)).toEqual([]);
    app.clock.advance(3 * 60_000);
    await reconcilePayments(app.deps);
    await reconcilePayments(app.deps);
    expect(await listTickets(repaired.event.id)).toHaveLength(1);
  });

  it('stays open when a card is declined, so that the buyer can pay with another card', async () => {
    const { event, buyer } = await makeSale();
    const intentId = await openIntent(app, buyer, event.id);
    await expect(payIntent(app, intentId, 'pm_card_chargeDeclined')).rejects.toMatchObject({
      code: 'card_declined',
    });
    await app.sandbox.deliverDue();
    expect(await openIntent(app, buyer, event.id)).toBe(intentId);
    await payIntent(app, intentId);
    await app.sandbox.deliverDue();
    await expect.poll(() => listTickets(event.id)).toHaveLength(1);
  });

  it('is refused with an error code that says why the buyer cannot buy a ticket', async () => {
    const organiser = await makeOrganiser(app);
    const buyer = await makeUser(app);
    const refuse = async (fields: Parameters<typeof makeEvent>[1]) =>
      (await askForIntent(app, buyer, (await makeEvent(app, fields, organiser)).id)).body.code;
    expect(await refuse({ price: 0 })).toBe('event_is_free');
    expect(await refuse({ price: 5, status: 'draft' })).toBe('event_not_found');
    expect(await refuse({ price: 5, status: 'cancelled' })).toBe('event_not_published');
    expect(await refuse({ price: 5, startsIn: -9 })).toBe('event_ended');
    expect(await refuse({ price: 5, startsIn: -1 })).toBe('event_started');
    const bought = await makeEvent(app, { price: 5, max_attendees: 1 }, organiser);
    await buyTicket(app, buyer, bought.id);
    expect(await askForIntent(app, buyer, bought.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    expect((await askForIntent(app, await makeUser(app), bought.id)).body.code).toBe('event_sold_out');
    const nobody = { ...(await makeAdmin(app)), id: 987_654 };
    expect(await askForIntent(app, nobody, bought.id)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });

  it('is not opened while the payment provider is down, and is opened only once if the provider’s answer gets lost', async () => {
    const { event, buyer } = await makeSale();
    // Open another intent first, so that the customer exists at the provider. The call below then asks only for the
    // intent, and the lost answer is the one about the intent.
    await openIntent(app, buyer, (await makeSale()).event.id);
    await app.sandbox.setSwitches({ api: 'errors' });
    const away = await askForIntent(app, buyer, event.id);
    expect(away).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
    expect(away.headers['retry-after']).toBeDefined();
    await app.sandbox.setSwitches({ api: 'loses_answers' });
    expect((await askForIntent(app, buyer, event.id)).status).toBe(503);
    await app.sandbox.setSwitches({ api: 'up' });
    await openIntent(app, buyer, event.id);
    const opened = only(await listPayments(app, event.id));
    expect(opened.status).toBe('open');
    const key = opened.provider_key;
    const { data } = await connectProvider(app).paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata.payment === key)).toHaveLength(1);
    expect(await countRemaining(app, event.id)).toBe(4);
  });
});

describe('the only seat left', () => {
  it('goes to only one of twenty buyers who ask for a payment intent at the same moment', async () => {
    const event = await makeEvent(app, { price: 5, max_attendees: 1 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => makeUser(app)));
    const answers = await Promise.all(buyers.map((buyer) => askForIntent(app, buyer, event.id)));
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'seat' : body.code));
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'event_sold_out'), 'seat']);
    expect(await countRemaining(app, event.id)).toBe(0);
    expect(await listPayments(app, event.id)).toHaveLength(1);
  });

  it('is held once for a buyer who asks for a payment intent twenty times at the same moment', async () => {
    const { event, buyer } = await makeSale({ max_attendees: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => askForIntent(app, buyer, event.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await listPayments(app, event.id)).toHaveLength(1);
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(4);
    expect(ledger).toEqual(provider);
  });
});
