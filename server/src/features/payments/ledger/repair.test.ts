import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser, only, openCheckout } from '../../../../test/factories.ts';
import { reconcilePayments } from './reconcile.service.ts';
import { processWebhookJob } from '../webhooks/webhooks.jobs.ts';
import { listTicketsFor, listTicketsOf } from '../../../../test/tickets.ts';
import { readPayment as readPaymentOf } from '../../../../test/payments.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches({ webhookDrop: false, webhookDuplicates: 0 });
});

afterAll(() => app.close());

const minuteMs = 60_000;

async function openPayment() {
  const event = await makeEvent(app, { price: 12, max_attendees: 3 });
  const buyer = await makeUser(app);
  return { event, buyer, sessionId: await openCheckout(app, buyer, event.id) };
}

function pay(sessionId: string) {
  return app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
}

const listTickets = (eventId: number) => listTicketsFor(app, eventId);

async function readPayment(sessionId: string) {
  const { status, ticket_id } = await readPaymentOf(app, sessionId);
  return { status, ticket_id };
}

describe('a webhook that arrives twice', () => {
  it('gets the same answer each time, and its event is processed only once', async () => {
    const { event, sessionId } = await openPayment();
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue');
    const countEnqueued = (eventId: string) =>
      enqueue.mock.calls.filter(
        ([, job, data]) =>
          job.name === processWebhookJob.name && 'eventId' in data && data.eventId === eventId,
      ).length;
    await app.sandbox.setSwitches({ webhookDuplicates: 2 });
    await pay(sessionId);
    await app.sandbox.deliverDue();
    const stored = only(
      await app.db
        .selectFrom('webhook_events')
        .select('id')
        .where('object_id', '=', sessionId)
        .where('type', '=', 'checkout.session.completed')
        .execute(),
    );
    await expect.poll(() => listTickets(event.id)).toHaveLength(1);
    const deliveries = await app.sandbox.context.db
      .selectFrom('sandbox_deliveries')
      .select(['status', 'attempts'])
      .where('event_id', '=', stored.id)
      .execute();
    const answered = { status: 'delivered', attempts: 1 };
    expect(deliveries).toEqual([answered, answered, answered]);
    expect(countEnqueued(stored.id)).toBe(1);
  });
});

describe('reconciling the ledger with the provider', () => {
  it('issues exactly one ticket for a paid payment whose webhook was lost', async () => {
    await app.sandbox.setSwitches({ webhookDrop: true });
    const { event, buyer, sessionId } = await openPayment();
    await pay(sessionId);
    await app.sandbox.deliverDue();
    expect(await listTickets(event.id)).toEqual([]);
    app.clock.advance(3 * minuteMs);
    await reconcilePayments(app.deps);
    const { id, ...ticket } = only(await listTicketsOf(app, buyer));
    expect(ticket).toMatchObject({ status: 'valid', paid: true });
    expect(await listTickets(event.id)).toHaveLength(1);
    expect(await readPayment(sessionId)).toEqual({ status: 'paid', ticket_id: id });
    await reconcilePayments(app.deps);
    expect(await listTickets(event.id)).toHaveLength(1);
    await expect.poll(() => app.mails.filter((mail) => mail.to === buyer.email)).toHaveLength(1);
  });

  it('settles a paid payment that comes after hundreds of abandoned payments', async () => {
    const now = app.clock.now();
    const unpaid = {
      amount_pence: 100,
      status: 'starting',
      created_at: now,
      expires_at: new Date(now.getTime() + 60 * minuteMs),
    } as const;
    await app.db
      .insertInto('payments')
      .values(Array.from({ length: 450 }, () => unpaid))
      .execute();
    await app.sandbox.setSwitches({ webhookDrop: true });
    const { event, sessionId } = await openPayment();
    await pay(sessionId);
    app.clock.advance(3 * minuteMs);
    await reconcilePayments(app.deps);
    expect(await listTickets(event.id)).toMatchObject([{ status: 'valid', paid: true }]);
  });

  it('does not change an unpaid checkout', async () => {
    const { event, sessionId } = await openPayment();
    app.clock.advance(3 * minuteMs);
    await reconcilePayments(app.deps);
    expect(await readPayment(sessionId)).toEqual({ status: 'open', ticket_id: null });
    expect(await listTickets(event.id)).toEqual([]);
    const { body } = await app.call('GET /events/:id', { params: { id: event.id } });
    expect(body.event.tickets_remaining).toBe(2);
  });
});
