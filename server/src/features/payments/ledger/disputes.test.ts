import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeMember, makeOrganiser, makeUser } from '../../../../test/factories.ts';
import {
  buyTicket,
  countRemaining,
  listActions,
  listAuditEntries,
  listRefundMails,
  openDispute,
  openInquiry,
  readBothBooks,
  readPayment,
  settleMoneyOf,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import type { ProviderDispute } from '../../../payments/provider.ts';
import { closeCancelledEvents } from '../refunds/cancellations.service.ts';
import { reconcilePayments } from './reconcile.service.ts';
import { judgeMoney } from './money.rules.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

async function sellDisputed() {
  const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
  const buyer = await makeUser(app);
  const bought = await buyTicket(app, buyer, event.id);
  const disputeId = await openDispute(app, bought.sessionId);
  await app.sandbox.deliverDue();
  await expect.poll(async () => (await readPayment(app, bought.sessionId)).disputed_at).not.toBeNull();
  return { event, buyer, disputeId, ...bought };
}

async function readTicket(id: number) {
  return (await app.call('GET /tickets/:id', { token: organiser.token, params: { id } })).body.ticket;
}

function refund(ticketId: number) {
  return app.call('POST /stripe/refund/:ticketId', { token: organiser.token, params: { ticketId } });
}

describe('a dispute', () => {
  it('marks the payment and the ticket as disputed, keeps the seat taken, and emails each team admin once', async () => {
    const helper = await makeMember(app, organiser.teamId, 'organizer');
    const { event, ticketId, sessionId } = await sellDisputed();
    expect(await readTicket(ticketId)).toMatchObject({ status: 'valid', paid: true, disputed: true });
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'paid', held: 1500, refunded: 0 });
    expect(await countRemaining(app, event.id)).toBe(2);
    const about = (email: string) =>
      app.mails.filter((mail) => mail.to === email && mail.text.includes(event.title));
    await expect.poll(() => about(organiser.email)).toHaveLength(1);
    expect(about(helper.email)).toEqual([]);
    const { id } = await readPayment(app, sessionId);
    expect(await listAuditEntries(app, 'payment', id)).toMatchObject([
      { action: 'payment.paid' },
      { action: 'payment.disputed', machine: 'the payment provider', details: { amount_pence: 1500 } },
    ]);
  });

  it('is reported by email to the site administrators when the event has no team', async () => {
    const admin = await makeAdmin(app);
    const event = await makeEvent(app, { title: 'Nobody’s evening', price: 15 }, organiser);
    const { sessionId } = await buyTicket(app, await makeUser(app), event.id);
    await app.db.updateTable('events').set({ team_id: null }).where('id', '=', event.id).execute();
    await openDispute(app, sessionId);
    await app.sandbox.deliverDue();
    const listTold = () => app.mails.filter((mail) => mail.subject.includes(event.title)).map(({ to }) => to);
    await expect.poll(listTold).toContain(admin.email);
    expect(listTold()).not.toContain(organiser.email);
  });

  it('is reported to the team even if the team was told about an earlier dispute of the same payment', async () => {
    const { event, sessionId, ticketId, disputeId } = await sellDisputed();
    const about = () =>
      app.mails.filter((mail) => mail.to === organiser.email && mail.text.includes(event.title));
    await expect.poll(about).toHaveLength(1);
    await app.sandbox.closeDispute(disputeId, 'won');
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readTicket(ticketId)).disputed).toBe(false);
    await openDispute(app, sessionId);
    await app.sandbox.deliverDue();
    await expect.poll(about).toHaveLength(2);
  });

  it('blocks a refund of the disputed ticket', async () => {
    const { ticketId, sessionId } = await sellDisputed();
    expect(await refund(ticketId)).toMatchObject({ status: 409, body: { code: 'ticket_disputed' } });
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'paid' });
  });

  it('leaves the ticket valid if the bank decides for the organiser, and the ticket can then be refunded', async () => {
    const { ticketId, sessionId, disputeId } = await sellDisputed();
    await app.sandbox.closeDispute(disputeId, 'won');
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readTicket(ticketId)).disputed).toBe(false);
    expect(await readTicket(ticketId)).toMatchObject({ status: 'valid' });
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'paid', held: 0 });
    expect((await refund(ticketId)).status).toBe(200);
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refunded', refunded: 1500 });
    const { id } = await readPayment(app, sessionId);
    const [, , closed] = await listAuditEntries(app, 'payment', id);
    expect(closed).toMatchObject({ action: 'payment.dispute_closed', details: { outcome: 'won' } });
  });

  it('ends the ticket and frees the seat without a refund if the bank decides for the buyer', async () => {
    const { event, buyer, ticketId, sessionId, disputeId } = await sellDisputed();
    await app.sandbox.setSwitches({ webhookDuplicates: 2 });
    await app.sandbox.closeDispute(disputeId, 'lost');
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('charged_back');
    expect(await readTicket(ticketId)).toMatchObject({ status: 'refunded', disputed: true });
    expect(await readPayment(app, sessionId)).toMatchObject({ held: 1500, refunded: 0, refund_id: null });
    expect(await countRemaining(app, event.id)).toBe(3);
    expect((await refund(ticketId)).body.code).toBe('ticket_refunded');
    const status = { token: buyer.token, params: { sessionId } };
    expect((await app.call('GET /stripe/payment-status/:sessionId', status)).body.status).toBe('refunded');
    const { id } = await readPayment(app, sessionId);
    expect(await listActions(app, 'payment', id)).toEqual([
      'payment.paid',
      'payment.disputed',
      'payment.dispute_closed',
    ]);
    expect(await listActions(app, 'ticket', ticketId)).toEqual(['ticket.refunded']);
    expect(listRefundMails(app, buyer)).toEqual([]);
    const again = await buyTicket(app, buyer, event.id);
    expect(await readTicket(again.ticketId)).toMatchObject({ status: 'valid', disputed: false });
  });

  it('is recorded as lost even if its webhooks arrive late and in reverse order', async () => {
    const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
    const { ticketId, sessionId } = await buyTicket(app, await makeUser(app), event.id);
    await app.sandbox.setSwitches({ webhookHold: true });
    const disputeId = await openDispute(app, sessionId);
    await app.sandbox.closeDispute(disputeId, 'lost');
    await app.sandbox.setSwitches({ webhookHold: false, webhookOrder: 'reversed' });
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readTicket(ticketId)).status).toBe('refunded');
    expect(await countRemaining(app, event.id)).toBe(3);
  });

  it('stays closed when an older answer of the provider arrives after a newer answer', async () => {
    const { ticketId, sessionId, disputeId } = await sellDisputed();
    const { id } = await readPayment(app, sessionId);
    await app.sandbox.setSwitches({ webhookDrop: true });
    const findMoney = app.deps.payments.findMoney.bind(app.deps.payments);
    const asked = Promise.withResolvers<undefined>();
    const answered = Promise.withResolvers<undefined>();
    vi.spyOn(app.deps.payments, 'findMoney').mockImplementationOnce(async (intent) => {
      const old = await findMoney(intent);
      asked.resolve(undefined);
      await answered.promise;
      return old;
    });
    const slow = settleMoneyOf(app, id);
    await asked.promise;
    await app.sandbox.closeDispute(disputeId, 'won');
    await settleMoneyOf(app, id);
    answered.resolve(undefined);
    await slow;
    expect(await readTicket(ticketId)).toMatchObject({ disputed: false });
    expect(await readPayment(app, sessionId)).toMatchObject({ held: 0, disputed_at: null });
    expect(await listActions(app, 'payment', id)).toEqual([
      'payment.paid',
      'payment.disputed',
      'payment.dispute_closed',
    ]);
  });

  it('delays a refund that Foyer has not requested yet until the bank has decided', async () => {
    const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
    const buyer = await makeUser(app);
    const { ticketId, sessionId } = await buyTicket(app, buyer, event.id);
    // Open the dispute before Foyer asks for the refund, because otherwise the refund job could reach the provider
    // before the dispute.
    await app.sandbox.setSwitches({ webhookDrop: true });
    const disputeId = await openDispute(app, sessionId);
    await app.sandbox.setSwitches({ api: 'errors' });
    expect((await refund(ticketId)).body.refundId).toBeNull();
    const { id } = await readPayment(app, sessionId);
    await app.sandbox.setSwitches({ api: 'up' });
    await settleMoneyOf(app, id);
    const asked = vi.spyOn(app.deps.payments, 'refund');
    app.clock.advance(3 * 60_000);
    await reconcilePayments(app.deps);
    expect(asked).not.toHaveBeenCalled();
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refund_pending', refund_id: null });
    await app.sandbox.closeDispute(disputeId, 'won');
    for (const wait of [1, 1]) {
      app.clock.advance(wait * 3 * 60_000);
      await reconcilePayments(app.deps);
    }
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refunded', held: 0 });
    expect(await countRemaining(app, event.id)).toBe(3);
  });
});

describe('an inquiry by the buyer’s bank, which is not a dispute yet', () => {
  async function sellInquired() {
    const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
    const buyer = await makeUser(app);
    const bought = await buyTicket(app, buyer, event.id);
    const inquiryId = await openInquiry(app, bought.sessionId);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, bought.sessionId)).disputed_at).not.toBeNull();
    return { event, buyer, inquiryId, ...bought };
  }

  it('marks the ticket as disputed, and lets the team refund the ticket', async () => {
    const { ticketId, sessionId, inquiryId } = await sellInquired();
    expect(await readTicket(ticketId)).toMatchObject({ status: 'valid', disputed: true });
    expect(await refund(ticketId)).toMatchObject({ status: 200 });
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refunded', refunded: 1500, held: 0 });
    await app.sandbox.closeDispute(inquiryId, 'won');
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readTicket(ticketId)).disputed).toBe(false);
  });

  it('does not block the refund of the ticket if the event is cancelled', async () => {
    const { event, sessionId } = await sellInquired();
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: event.id },
      body: { status: 'cancelled' },
    });
    await closeCancelledEvents(app.deps);
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('refunded');
  });
});

describe('the disputed amount of a payment', () => {
  const known = { status: 'paid', amount_pence: 1500 } as const;
  const judge = (dispute: Omit<ProviderDispute, 'id'>) =>
    judgeMoney(known, [], { chargedPence: 1500, refunds: [], disputes: [{ id: 'du_1', ...dispute }] });

  it('is zero while the buyer’s bank only asks questions', () => {
    expect(judge({ status: 'open', heldPence: 0, isRefundable: true })).toMatchObject({
      status: 'paid',
      isDisputed: true,
      disputedPence: 0,
      isRefundBlocked: false,
    });
  });

  it('is what the provider reports, even if that is more than the buyer paid', () => {
    expect(judge({ status: 'lost', heldPence: 3000, isRefundable: false })).toMatchObject({
      status: 'charged_back',
      disputedPence: 3000,
    });
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(6);
    expect(ledger).toEqual(provider);
  });
});
