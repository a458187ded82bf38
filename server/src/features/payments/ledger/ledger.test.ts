import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, openCheckout } from '../../../../test/factories.ts';
import {
  buyTicket,
  insertRefund,
  openDispute,
  readBothBooks,
  readPayment,
  readTicketStatus,
  refundElsewhere,
} from '../../../../test/payments.ts';
import { reconcilePayments } from './reconcile.service.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';

let app: TestApp;
let token: string;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await makeAdmin(app));
  organiser = await makeOrganiser(app);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

async function sell() {
  const event = await makeEvent(app, { price: 15 }, organiser);
  const buyer = await makeUser(app);
  return { event, buyer, ...(await buyTicket(app, buyer, event.id)) };
}

async function list(query: Record<string, string> = {}) {
  return (await app.call('GET /admin/payments', { token, query })).body;
}

async function find(id: number) {
  return (await list({ limit: '100' })).payments.find((payment) => payment.id === id);
}

function reconcile(id: number) {
  return app.call('POST /admin/payments/:id/reconcile', { token, params: { id } });
}

describe('the comparison of the ledger with the provider', () => {
  it('shows the amounts of each payment in the ledger and at the payment provider, newest payment first', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    const { id } = await readPayment(app, sessionId);
    await openCheckout(app, await makeUser(app), event.id);
    const { payments, total_payments } = await list({ limit: '2' });
    expect(payments).toMatchObject([
      {
        status: 'open',
        ledger: { charged: 0, refunded: 0, disputed: 0 },
        provider: { charged: 0, refunded: 0, disputed: 0 },
        differs: false,
      },
      {
        id,
        event_id: event.id,
        event_title: event.title,
        username: buyer.username,
        ticket_id: ticketId,
        status: 'paid',
        amount: 15,
        ledger: { charged: 15, refunded: 0, disputed: 0 },
        provider: { charged: 15, refunded: 0, disputed: 0 },
        differs: false,
      },
    ]);
    expect(total_payments).toBe(2);
  });

  it('lists payments with differences first, or alone, until an administrator settles them', async () => {
    const [refunded, disputed, paid] = [await sell(), await sell(), await sell()];
    const { event, sessionId: openId } = await sell();
    const lost = await openCheckout(app, await makeUser(app), event.id);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await refundElsewhere(app, refunded.sessionId);
    await openDispute(app, disputed.sessionId);
    await app.sandbox.payWithCard(lost, { number: '4242424242424242' });
    const sessions = [lost, disputed.sessionId, refunded.sessionId];
    const ids = await Promise.all(sessions.map(async (one) => (await readPayment(app, one)).id));
    const [lostId = 0, disputedId = 0, refundedId = 0] = ids;

    // Listing payments also compares them and stores which ones differ. The next lists are sorted by the stored
    // differences.
    await list({ limit: '50' });
    const different = await list({ limit: '2', only: 'differences' });
    expect(different).toMatchObject({ total_payments: 3, total_pages: 2 });
    expect([
      ...different.payments,
      ...(await list({ limit: '2', page: '2', only: 'differences' })).payments,
    ]).toMatchObject([
      { id: lostId, status: 'open', ledger: { charged: 0 }, provider: { charged: 15 }, differs: true },
      { id: disputedId, ledger: { disputed: 0 }, provider: { disputed: 15 }, differs: true },
      { id: refundedId, ledger: { refunded: 0 }, provider: { refunded: 15 }, differs: true },
    ]);
    const { payments } = await list({ limit: '5' });
    expect(payments.map(({ differs }) => differs)).toEqual([true, true, true, false, false]);

    for (const id of ids) {
      const { status, body } = await reconcile(id);
      expect(status).toBe(200);
      expect(body.payment).toMatchObject({ id, differs: false });
    }
    expect(await list({ limit: '50', only: 'differences' })).toMatchObject({
      payments: [],
      total_payments: 0,
    });
    expect(await find(lostId)).toMatchObject({ status: 'paid' });
    expect(await readTicketStatus(app, refunded.ticketId)).toBe('refunded');
    expect(await readTicketStatus(app, paid.ticketId)).toBe('valid');
    expect((await readPayment(app, openId)).status).toBe('paid');
  });

  it('asks the payment provider only about the payments on the requested page, a few at a time', async () => {
    for (let n = 0; n < 3; n += 1) await sell();
    let running = 0;
    let most = 0;
    const findMoney = app.deps.payments.findMoney.bind(app.deps.payments);
    const asked = vi.spyOn(app.deps.payments, 'findMoney').mockImplementation(async (id) => {
      running += 1;
      most = Math.max(most, running);
      const money = await findMoney(id);
      running -= 1;
      return money;
    });
    await list({ limit: '2' });
    expect(asked).toHaveBeenCalledTimes(2);
    await list({ limit: '50' });
    expect(most).toBeLessThanOrEqual(5);
  });

  it('shows a difference for a payment that is paid in the ledger and unknown to the provider', async () => {
    const { event } = await sell();
    const sessionId = await openCheckout(app, await makeUser(app), event.id);
    const { id } = await readPayment(app, sessionId);
    const change = { provider_session_id: 'cs_test_of_another_account' };
    await app.db.updateTable('payments').set(change).where('id', '=', id).execute();
    expect(await find(id)).toMatchObject({ provider: null, differs: false });
    const paid = { status: 'paid' as const, paid_at: app.clock.now() };
    await app.db.updateTable('payments').set(paid).where('id', '=', id).execute();
    expect(await find(id)).toMatchObject({ provider: null, differs: true });
    await app.db.deleteFrom('payments').where('id', '=', id).execute();
  });

  it('lists a payment above newer payments if the reconcile job found a difference', async () => {
    const { event } = await sell();
    const sessionId = await openCheckout(app, await makeUser(app), event.id);
    const { id } = await readPayment(app, sessionId);
    const dayBeforeYesterday = new Date(app.clock.now().getTime() - 48 * 3_600_000);
    const unknown = { provider_session_id: 'cs_test_of_nobody', status: 'paid' as const };
    const change = { ...unknown, paid_at: dayBeforeYesterday };
    await app.db.updateTable('payments').set(change).where('id', '=', id).execute();
    await sell();
    await reconcilePayments(app.deps);
    expect((await list({ limit: '1' })).payments).toMatchObject([{ id, provider: null, differs: true }]);
    expect(await list({ limit: '1', only: 'differences' })).toMatchObject({ total_payments: 1 });
    await app.db.deleteFrom('payments').where('id', '=', id).execute();
  });

  it('answers 503 while the payment provider is down, and 404 for an unknown payment', async () => {
    const { sessionId } = await sell();
    const { id } = await readPayment(app, sessionId);
    expect(await reconcile(987_654)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
    await app.sandbox.setSwitches({ api: 'errors' });
    const away = { status: 503, body: { code: 'payments_unavailable' } };
    expect(await app.call('GET /admin/payments', { token })).toMatchObject(away);
    expect(await reconcile(id)).toMatchObject(away);
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(8);
    expect(ledger).toEqual(provider);
  });
});

describe('a refund', () => {
  it.each([
    ['failed', { attempts: 1 }, false, true],
    ['not requested yet', { attempts: 0 }, false, false],
    ['requested again', { attempts: 1, provider_refund_id: 're_2' }, false, false],
    ['blocked by a dispute', { attempts: 1 }, true, false],
    [
      'succeeded after a failure',
      { attempts: 1, provider_refund_id: 're_3', status: 'succeeded' },
      false,
      false,
    ],
  ] as const)(
    'is shown as failing only if it failed and must be requested again: %s',
    async (_, refund, is_refund_blocked, isFailing) => {
      const { sessionId } = await sell();
      const { id } = await readPayment(app, sessionId);
      await insertRefund(app, id, refund);
      await app.db.updateTable('payments').set({ is_refund_blocked }).where('id', '=', id).execute();
      expect((await find(id))?.refund_failing).toBe(isFailing);
    },
  );
});
