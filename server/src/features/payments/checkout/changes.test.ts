import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  deleteOwnAccount,
  makeEvent,
  makeOrganiser,
  makeUser,
  openCheckout,
} from '../../../../test/factories.ts';
import {
  buyTicket,
  connectProvider,
  listActions,
  listPayments,
  listRefundMails,
  logInAgain,
  readBothBooks,
  readPayment,
  readTicketStatus,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { closeCancelledEvents } from '../refunds/cancellations.service.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const paying = { number: '4242424242424242' };

const publish = () => makeEvent(app, { price: 15, max_attendees: 20 }, organiser);

function change(id: number, body: { price?: number }) {
  return app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body });
}

async function listStatuses(eventId: number) {
  return (await listPayments(app, eventId)).map(({ status }) => status);
}

const closeCancelled = () => closeCancelledEvents(app.deps);

describe('an open payment whose event or buyer was deleted', () => {
  it('expires at the payment provider, so that nobody can pay it', async () => {
    const event = await publish();
    const [stays, goes] = [await makeUser(app), await makeUser(app)];
    const other = await makeEvent(app, { price: 15 }, organiser);
    const sessions = [await openCheckout(app, stays, event.id), await openCheckout(app, goes, other.id)];
    await app.call('DELETE /events/:id', { token: organiser.token, params: { id: event.id } });
    await deleteOwnAccount(app, goes);
    await closeCancelled();
    for (const sessionId of sessions) {
      expect((await readPayment(app, sessionId)).status).toBe('expired');
      expect((await connectProvider(app).checkout.sessions.retrieve(sessionId)).status).toBe('expired');
    }
    expect(await listActions(app, 'event', event.id)).toEqual(['event.deleted']);
  });

  it('is refunded if the buyer paid just before the event was deleted', async () => {
    const event = await publish();
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await app.sandbox.payWithCard(sessionId, paying);
    await app.call('DELETE /events/:id', { token: organiser.token, params: { id: event.id } });
    await closeCancelled();
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('refunded');
    await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
  });
});

describe('an event that was made a draft again while it was on sale', () => {
  it('keeps its sold tickets, and issues a ticket to a buyer whose payment page was already open', async () => {
    const event = await publish();
    const { ticketId } = await buyTicket(app, await makeUser(app), event.id);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    // Update the row directly, because Foyer no longer allows a draft with taken seats. Earlier versions of Foyer did.
    await app.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event.id).execute();
    await closeCancelled();
    await app.sandbox.payWithCard(sessionId, paying);
    await app.sandbox.deliverDue();
    await expect.poll(() => listStatuses(event.id)).toEqual(['paid', 'paid']);
    expect(await readTicketStatus(app, ticketId)).toBe('valid');
  });
});

describe('a new ticket price', () => {
  it('does not change the price on a payment page that is already open', async () => {
    const event = await publish();
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await change(event.id, { price: 99 });
    expect(await openCheckout(app, buyer, event.id)).toBe(sessionId);
    await app.sandbox.payWithCard(sessionId, paying);
    await app.sandbox.deliverDue();
    await expect.poll(() => listStatuses(event.id)).toEqual(['paid']);
    const own = { token: buyer.token, params: { userId: buyer.id } };
    expect((await app.call('GET /tickets/user/:userId', own)).body.tickets).toMatchObject([{ price: 15 }]);
    expect((await app.sandbox.listChargedPayments()).at(-1)).toMatchObject({
      session: sessionId,
      charged: 1500,
    });
  });
});

describe('an event that is over', () => {
  it('refuses payments, registrations and cancellations, but allows refunds of its tickets', async () => {
    const event = await publish();
    const [buyer, holder] = [await makeUser(app), await makeUser(app)];
    const { ticketId } = await buyTicket(app, buyer, event.id);
    const registered = await app.call('POST /events/:id/register', {
      token: holder.token,
      params: { id: event.id },
    });
    app.clock.advance(72 * 3600_000);
    const late = await logInAgain(app, holder);
    const body = { eventId: event.id, userId: late.id };
    const refusals = [
      await app.call('POST /stripe/create-checkout-session', { token: late.token, body }),
      await app.call('POST /stripe/create-payment-intent', { token: late.token, body }),
      await app.call('PATCH /events/registrations/:id/cancel', {
        token: late.token,
        params: { id: registered.body.registration.id },
      }),
      await app.call('POST /events/:id/register', {
        token: (await makeUser(app)).token,
        params: { id: event.id },
      }),
    ];
    expect(refusals.map((refusal) => refusal.body.code)).toEqual(refusals.map(() => 'event_ended'));
    const { token } = await logInAgain(app, organiser);
    const refund = { token, params: { ticketId } };
    expect((await app.call('POST /stripe/refund/:ticketId', refund)).status).toBe(200);
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(4);
    expect(ledger).toEqual(provider);
  });
});
