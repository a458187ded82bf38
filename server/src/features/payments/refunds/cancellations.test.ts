import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeEvent,
  makeOrganiser,
  makeUser,
  openCheckout,
  type TestUser,
} from '../../../../test/factories.ts';
import {
  buyTicket,
  connectProvider,
  countRemaining,
  listActions,
  listAuditEntries,
  listRefundMails,
  openDispute,
  openIntent,
  readBothBooks,
  readIntentStatus,
  readPayment,
  readTicketStatus,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { closeCancelledEvents } from './cancellations.service.ts';
import { refundForCancelled } from './refunds.service.ts';
import { closeEventJob } from '../../events/changes/cancelling.jobs.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ idleJobs: [closeEventJob] });
  organiser = await makeOrganiser(app);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

const paying = { number: '4242424242424242' };

function change(id: number, body: { status: 'cancelled' | 'published' | 'draft' }) {
  return app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body });
}

async function sell(count: number, fields: { max_attendees?: number } = {}) {
  const event = await makeEvent(app, { price: 15, max_attendees: 20, ...fields }, organiser);
  const sold: { buyer: TestUser; ticketId: number; sessionId: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const buyer = await makeUser(app);
    sold.push({ buyer, ...(await buyTicket(app, buyer, event.id)) });
  }
  return { event, sold };
}

async function listStatuses(eventId: number) {
  const rows = await app.db
    .selectFrom('payments')
    .select('status')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
}

function listRegistrations(eventId: number) {
  return app.db
    .selectFrom('orders')
    .select(['status', 'hold_expires_at'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

const closeCancelled = () => closeCancelledEvents(app.deps);

describe('a cancelled event', () => {
  it('refunds each paid ticket once and sends each buyer one email', async () => {
    const { event, sold } = await sell(4);
    await change(event.id, { status: 'cancelled' });
    // Run the job several times at once, because several processes may do the same.
    await Promise.all(Array.from({ length: 5 }, closeCancelled));
    await expect.poll(() => listStatuses(event.id)).toEqual(sold.map(() => 'refunded'));
    for (const { buyer, ticketId, sessionId } of sold) {
      expect(await readTicketStatus(app, ticketId)).toBe('refunded');
      const payment = await readPayment(app, sessionId);
      expect(payment).toMatchObject({ refunded: 1500, refund_reason: 'event_cancelled' });
      expect(await listAuditEntries(app, 'payment', payment.id)).toMatchObject([
        { action: 'payment.paid' },
        { action: 'payment.refund_started', machine: 'Foyer itself', actor_id: null },
        { action: 'payment.refunded' },
      ]);
      expect(await listActions(app, 'ticket', ticketId)).toEqual(['ticket.refunded']);
      await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
    }
    expect(await countRemaining(app, event.id)).toBe(20);
  });

  it('ends its holds and the open payments of these holds', async () => {
    const { event } = await sell(0);
    const [paged, carded] = [await makeUser(app), await makeUser(app)];
    const sessionId = await openCheckout(app, paged, event.id);
    const intentId = await openIntent(app, carded, event.id);
    const token = (await makeUser(app)).token;
    await app.call('POST /events/:id/register', { token, params: { id: event.id } });
    expect(await countRemaining(app, event.id)).toBe(17);
    await change(event.id, { status: 'cancelled' });
    await closeCancelled();
    expect(await listStatuses(event.id)).toEqual(['expired', 'expired']);
    expect((await connectProvider(app).checkout.sessions.retrieve(sessionId)).status).toBe('expired');
    expect(await readIntentStatus(app, intentId)).toBe('canceled');
    const ended = { status: 'expired', hold_expires_at: null };
    expect(await listRegistrations(event.id)).toEqual([ended, ended, ended]);
    expect(await countRemaining(app, event.id)).toBe(20);
  });

  it('refunds every ticket in the end, even if a process is killed and the payment provider is down for a time', async () => {
    const { event, sold } = await sell(3);
    await openCheckout(app, await makeUser(app), event.id);
    await app.sandbox.setSwitches({ api: 'errors' });
    await change(event.id, { status: 'cancelled' });
    const enqueue = app.deps.jobs.enqueue.bind(app.deps.jobs);
    const killed = vi.spyOn(app.deps.jobs, 'enqueue').mockImplementation(async (...call) => {
      if (killed.mock.calls.length > 1) throw new Error('killed');
      await enqueue(...call);
    });
    await closeCancelled();
    const statuses = await listStatuses(event.id);
    killed.mockRestore();
    expect(statuses.toSorted()).toEqual(['open', 'paid', 'paid', 'refund_pending']);
    expect(await countRemaining(app, event.id)).toBe(17);
    await app.sandbox.setSwitches({ api: 'up' });
    await closeCancelled();
    await expect
      .poll(async () => (await listStatuses(event.id)).toSorted())
      .toEqual(['expired', 'refunded', 'refunded', 'refunded']);
    expect(await countRemaining(app, event.id)).toBe(20);
    for (const { buyer } of sold) await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
  });

  it('keeps its free tickets valid, but lets nobody check in until it is published again', async () => {
    const { event } = await sell(0);
    const guest = await makeUser(app);
    const given = await app.call('POST /tickets', {
      token: organiser.token,
      body: { event_id: event.id, user_id: guest.id },
    });
    const { id, ticket_code: code } = given.body.ticket;
    await change(event.id, { status: 'cancelled' });
    await closeCancelled();
    const ticket = { id, status: 'valid', event_status: 'cancelled' };
    const refusal = { status: 409, body: { code: 'event_cancelled', ticket } };
    const { token } = organiser;
    expect(await app.call('GET /tickets/verify/:code', { token, params: { code } })).toMatchObject(refusal);
    const use = { token, params: { codeOrId: code } };
    expect(await app.call('POST /tickets/use/:codeOrId', use)).toMatchObject(refusal);
    const set = { token, params: { id }, body: { status: 'used' as const } };
    expect(await app.call('PATCH /tickets/:id', set)).toMatchObject(refusal);
    expect(await countRemaining(app, event.id)).toBe(19);
    await change(event.id, { status: 'published' });
    expect((await app.call('POST /tickets/use/:codeOrId', use)).status).toBe(200);
  });

  it('can sell tickets after it is published again, while refunded tickets stay refunded', async () => {
    const { event, sold } = await sell(1);
    await change(event.id, { status: 'cancelled' });
    await closeCancelled();
    await change(event.id, { status: 'published' });
    await closeCancelled();
    await expect.poll(() => listStatuses(event.id)).toEqual(['refunded']);
    const [{ buyer, ticketId } = { buyer: organiser, ticketId: 0 }] = sold;
    const again = await buyTicket(app, buyer, event.id);
    await closeCancelled();
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
    expect(await readTicketStatus(app, again.ticketId)).toBe('valid');
    expect(await countRemaining(app, event.id)).toBe(19);
  });

  it('keeps a sold ticket if the event is published again before the refund job reaches that ticket', async () => {
    const { event, sold } = await sell(2);
    for (const { sessionId } of sold) {
      await refundForCancelled(app.deps, (await readPayment(app, sessionId)).id);
    }
    expect(await listStatuses(event.id)).toEqual(['paid', 'paid']);
  });

  it('refunds a disputed payment only after the bank has decided for the organiser', async () => {
    const { event, sold } = await sell(1);
    const [{ sessionId } = { sessionId: '' }] = sold;
    const disputeId = await openDispute(app, sessionId);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, sessionId)).disputed_at).not.toBeNull();
    await change(event.id, { status: 'cancelled' });
    await closeCancelled();
    expect(await listStatuses(event.id)).toEqual(['paid']);
    await app.sandbox.closeDispute(disputeId, 'won');
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, sessionId)).disputed_at).toBeNull();
    await closeCancelled();
    await expect.poll(() => listStatuses(event.id)).toEqual(['refunded']);
  });

  it('refunds payments that buyers made while the event was being cancelled', async () => {
    const { event } = await sell(0, { max_attendees: 8 });
    const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(app)));
    const sessions = await Promise.all(buyers.map((buyer) => openCheckout(app, buyer, event.id)));
    await Promise.all([
      ...sessions.map((sessionId) => app.sandbox.payWithCard(sessionId, paying)),
      change(event.id, { status: 'cancelled' }),
      closeCancelled(),
    ]);
    await app.sandbox.deliverDue();
    await closeCancelled();
    await expect
      .poll(async () =>
        (await listStatuses(event.id)).filter((status) => !/^(refunded|expired)$/.test(status)),
      )
      .toEqual([]);
    expect(await countRemaining(app, event.id)).toBe(8);
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(10);
    expect(ledger).toEqual(provider);
  });
});
