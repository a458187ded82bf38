import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, only } from '../../../../test/factories.ts';
import { askForPage, makeConcert, openPage, payPage, readSession } from '../../../../test/order-payments.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { askForIntent, connectProvider, listPayments, openIntent } from '../../../../test/payments.ts';
import type { ProviderPayment } from '../../../payments/provider.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

/** Loses the answer to the next request for a payment page, which an earlier version of Foyer sends. */
async function losePage(order: Parameters<typeof askForPage>[1]): Promise<ProviderPayment> {
  const open = app.deps.payments.openSession.bind(app.deps.payments);
  const opened: ProviderPayment[] = [];
  const spy = vi.spyOn(app.deps.payments, 'openSession').mockImplementationOnce(async (session) => {
    opened.push(await open({ ...session, successUrl: 'http://foyer.localhost/paid-before-the-upgrade' }));
    throw new Error('The process was stopped');
  });
  expect((await askForPage(app, order)).status).toBe(500);
  spy.mockRestore();
  return only(opened);
}

async function listOpenSessions() {
  const { data } = await connectProvider(app).checkout.sessions.list({ status: 'open' });
  return data.map(({ id }) => id);
}

describe('a payment page whose answer was lost before an upgrade', () => {
  it('is the page that the buyer gets, although the upgrade leads back to another address', async () => {
    const { wanted, id } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const before = await losePage(order);
    const page = await openPage(app, order);
    expect(page).toMatchObject({ session_id: before.id, url: before.url });
    expect(await listOpenSessions()).toEqual([before.id]);
    expect(await payPage(app, page.session_id)).toMatchObject({ status: 'paid' });
    expect(await listPayments(app, id)).toMatchObject([{ status: 'paid' }]);
  });

  it('is replaced by a new page if nobody can pay it any more', async () => {
    const { wanted, id } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const before = await losePage(order);
    await connectProvider(app).checkout.sessions.expire(before.id);
    const page = await openPage(app, order);
    expect(page.session_id).not.toBe(before.id);
    expect((await readSession(app, page.session_id)).success_url).toContain(`/orders/${order.number}`);
    expect(await listOpenSessions()).toEqual([page.session_id]);
    expect(await listPayments(app, id)).toMatchObject([{ status: 'expired' }, { status: 'open' }]);
  });
});

describe('a payment intent whose answer was lost before its event got another title', () => {
  it('is the intent that the buyer gets', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { price: 9 }, organiser);
    const buyer = await makeUser(app);
    const open = app.deps.payments.openIntent.bind(app.deps.payments);
    const opened: ProviderPayment[] = [];
    const spy = vi.spyOn(app.deps.payments, 'openIntent').mockImplementationOnce(async (intent) => {
      opened.push(await open(intent));
      throw new Error('The process was stopped');
    });
    expect((await askForIntent(app, buyer, id)).status).toBe(500);
    spy.mockRestore();
    const { token } = organiser;
    await app.call('PATCH /events/:id', { token, params: { id }, body: { title: 'Another title' } });
    expect(await openIntent(app, buyer, id)).toBe(only(opened).id);
  });
});
