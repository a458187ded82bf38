import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  openCheckout,
  type TestUser,
} from '../../../../test/factories.ts';
import { buyTicket, listAuditEntries } from '../../../../test/payments.ts';
import { readPaymentIdOf } from '../../../../test/tickets.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

async function listAttendees({ token }: { token: string }, eventId: number) {
  const { body } = await app.call('GET /events/:id/registrations', { token, params: { id: eventId } });
  return body.registrations;
}

async function readViewer({ token }: { token: string }, eventId: number) {
  return (await app.call('GET /events/:id', { token, params: { id: eventId } })).body.event.viewer;
}

describe('an event’s attendees', () => {
  it('are listed with the price of their ticket and the time of their check-in', async () => {
    const event = await makeEvent(app, { price: 15, max_attendees: 9 }, organiser);
    const [buyer, guest, waiting] = [await makeUser(app), await makeUser(app), await makeUser(app)];
    const { ticketId } = await buyTicket(app, buyer, event.id);
    const given = await app.call('POST /tickets', {
      token: organiser.token,
      body: { event_id: event.id, user_id: guest.id },
    });
    await openCheckout(app, waiting, event.id);
    const use = { token: organiser.token, params: { codeOrId: given.body.ticket.id } };
    const { used_at } = (await app.call('POST /tickets/use/:codeOrId', use)).body.ticket;
    const attendees = await listAttendees(organiser, event.id);
    expect(attendees).toMatchObject([
      {
        email: buyer.email,
        paid: true,
        hold_expires_at: null,
        ticket: { id: ticketId, status: 'valid', paid: true, price: 15, used_at: null, disputed: false },
      },
      { email: null, paid: false, ticket: { status: 'used', paid: false, price: 0, used_at } },
      { email: waiting.email, paid: false, ticket: null },
    ]);
    expect(attendees.at(-1)?.hold_expires_at).toMatch(/Z$/);
    expect(await listAttendees(buyer, event.id)).toMatchObject([{ user_id: buyer.id, paid: true }]);
    expect(await readViewer(organiser, event.id)).toMatchObject({ checked_in_count: 1 });
    expect(await readViewer(buyer, event.id)).toMatchObject({ checked_in_count: null });
  });

  it('are listed with their newest ticket, even after a refund', async () => {
    const event = await makeEvent(app, { price: 15 }, organiser);
    const buyer = await makeUser(app);
    const { ticketId } = await buyTicket(app, buyer, event.id);
    const refund = {
      token: organiser.token,
      params: { ticketId },
      body: { reason: ' Fell ill on the day ' },
    };
    expect((await app.call('POST /stripe/refund/:ticketId', refund)).status).toBe(200);
    const gone = { status: 'cancelled', paid: false, ticket: { id: ticketId, status: 'refunded' } };
    expect(await listAttendees(organiser, event.id)).toMatchObject([gone]);
    const paymentId = await readPaymentIdOf(app, ticketId);
    expect(await listAuditEntries(app, 'payment', paymentId)).toContainEqual(
      expect.objectContaining({
        action: 'payment.refund_started',
        details: { amount_pence: 1500, reason: 'requested', note: 'Fell ill on the day' },
      }),
    );
    const again = await buyTicket(app, buyer, event.id);
    const back = { status: 'registered', paid: true, ticket: { id: again.ticketId, status: 'valid' } };
    expect(await listAttendees(organiser, event.id)).toMatchObject([back]);
  });
});

describe('the audit entry of a cancelled ticket', () => {
  it('contains the reason for cancelling the ticket', async () => {
    const event = await makeEvent(app, { price: 0 }, organiser);
    const guest = await makeUser(app);
    const { body } = await app.call('POST /tickets', {
      token: organiser.token,
      body: { event_id: event.id, user_id: guest.id },
    });
    const { id } = body.ticket;
    const cancel = (reason: string) =>
      app.call('PATCH /tickets/:id', {
        token: organiser.token,
        params: { id },
        body: { status: 'cancelled', reason },
      });
    expect((await cancel('x'.repeat(501))).status).toBe(400);
    expect((await cancel('Asked for it by telephone')).status).toBe(200);
    expect(await listAuditEntries(app, 'ticket', id)).toContainEqual(
      expect.objectContaining({
        action: 'ticket.cancelled',
        details: { user_id: guest.id, note: 'Asked for it by telephone' },
      }),
    );
  });
});

describe('the list of an event’s attendees', () => {
  it('tells the viewer what they may do with the tickets', async () => {
    const event = await makeEvent(app, { price: 5 }, organiser);
    const may = async (user: TestUser) => {
      const viewer = await readViewer(user, event.id);
      return [viewer?.can_manage, viewer?.can_issue, viewer?.can_refund];
    };
    expect(await may(organiser)).toEqual([true, true, true]);
    expect(await may(await makeMember(app, organiser.teamId, 'event_manager'))).toEqual([true, true, false]);
    expect(await may(await makeMember(app, organiser.teamId, 'organizer'))).toEqual([true, false, false]);
    expect(await may(await makeUser(app))).toEqual([false, false, false]);
  });
});
