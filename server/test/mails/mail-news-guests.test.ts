import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCancelledEvents } from '../../src/features/payments/refunds/cancellations.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { deleteOwnAccount, makeUser, only } from '../factories.ts';
import { placeOrder } from '../orders.ts';
import { payOrder, refundOrder, sellOrder } from '../paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../ticket-types.ts';
import { runEventMails, runMailJobs } from './run-order-mails.ts';
import { listMailsTo } from './wait-for-mails.ts';

const quietMs = 3 * 60_000;

let app: TestApp;
let organiser: OrganiserOfTypes;
let written = '';

beforeAll(async () => {
  const logTo = { write: (line: string) => void (written += line) };
  app = await startTestApp({ works: false, logTo, env: { LOG_LEVEL: 'trace' } });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** Orders two tickets for an event, as a guest if there is no token. */
async function orderTwo(price: number, token?: string) {
  const { id, typeId } = await organiser.makeSale({ price, title: 'The long walk' });
  const body = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 2 }] };
  const order = await placeOrder(app, body, { token });
  if (price > 0) await payOrder(app, order.number);
  return {
    id,
    typeId,
    number: order.number,
    ticketIds: order.tickets.map((ticket) => ticket.id),
    caller: { token, headers: order.key === undefined ? {} : { 'x-order-key': order.key } },
    buyer: { email: String(order.buyer_email) },
    link: `/orders/${order.number}#key=${order.key}`,
  };
}

async function give(id: number, { token, headers }: Awaited<ReturnType<typeof orderTwo>>['caller']) {
  const holder = { name: 'Ivo Marsh', email: `ivo-${randomUUID()}@example.org` };
  const { status } = await app.call('POST /tickets/:id/transfer', {
    token,
    params: { id },
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: holder,
  });
  expect(status).toBe(200);
  return holder;
}

async function inviteGuest(id: number, typeId: number) {
  const guest = { name: 'Noor Vance', email: `noor-${randomUUID()}@example.org` };
  const { status } = await app.call('POST /events/:id/complimentary-tickets', {
    token: organiser.token,
    params: { id },
    headers: { 'idempotency-key': randomUUID() },
    body: { ticket_type_id: typeId, guests: [guest] },
  });
  expect(status).toBe(201);
  return guest;
}

async function change(id: number, body: Record<string, unknown>) {
  const answer = await app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body });
  expect(answer.status).toBe(200);
}

/** Changes the place, and sends the mails when they are due. Runs everything twice, as after a crash. */
async function move(id: number, location: string) {
  await change(id, { location });
  app.clock.advance(quietMs + 1000);
  const jobs = [...(await runEventMails(app)), ...(await runEventMails(app))];
  app.clock.advance(-quietMs - 1000);
  return jobs;
}

async function deleteEvent(id: number) {
  const answer = await app.call('DELETE /events/:id', { token: organiser.token, params: { id } });
  expect(answer.status).toBe(204);
}

async function cancelEvent(id: number) {
  await change(id, { status: 'cancelled' });
  await closeCancelledEvents(app.deps);
  await runEventMails(app);
}

async function endTicket(id: number) {
  const body = { status: 'cancelled' as const };
  const answer = await app.call('PATCH /tickets/:id', { token: organiser.token, params: { id }, body });
  expect(answer.status).toBe(200);
}

async function deleteTicket(id: number) {
  const answer = await app.call('DELETE /tickets/:id', { token: organiser.token, params: { id } });
  expect(answer.status).toBe(204);
}

const runEndedTicketMails = () => runMailJobs(app, '^orders.send-cancelled-ticket');

const readText = (to: { email: string }, word: string) => only(listMailsTo(app, to, word)).text;

describe('a guest who ordered tickets', () => {
  it('hears once that the event has moved, with a link that opens the order', async () => {
    const { id, buyer, link } = await orderTwo(0);
    const jobs = await move(id, 'The Corn Exchange');
    const text = readText(buyer, 'New place: The long walk');
    expect(text).toContain('Where: The Corn Exchange\n  Until now: The Old Brewery');
    expect(text).toContain('Your tickets are still valid, and their codes have not changed.');
    expect(text).toContain(`View your order: ${app.deps.publicUrl}${link}`);
    expect(text).toContain('somebody ordered tickets for this event with your email address');
    expect(text).toContain('If that was not you');
    // The key must not be stored in a job or written to the log.
    const key = link.split('=')[1] ?? '';
    expect(key).not.toBe('');
    expect(JSON.stringify(jobs)).not.toContain(key);
    expect(written).not.toContain(key);
  });

  it('hears of a cancelled event, and that the money for all tickets comes back', async () => {
    const { id, buyer, link } = await orderTwo(12);
    await cancelEvent(id);
    const text = readText(buyer, 'Cancelled: The long walk');
    expect(text).toContain('We are refunding the full £24.00');
    expect(text).toContain(link);
  });

  it('hears how much comes back when a part of the payment was refunded before', async () => {
    const { id, number, buyer, ticketIds } = await orderTwo(12);
    const { token } = organiser;
    await refundOrder(app, { token, number }, { ticket_ids: ticketIds.slice(0, 1) });
    await cancelEvent(id);
    expect(readText(buyer, 'Cancelled')).toContain(
      'We are refunding the £12.00 that is left of your payment',
    );
  });

  it('hears of a deleted event once, although the event was cancelled just before', async () => {
    const { id, buyer } = await orderTwo(0);
    await change(id, { status: 'cancelled' });
    await deleteEvent(id);
    await runEventMails(app);
    await runEventMails(app);
    const text = readText(buyer, 'Cancelled: The long walk');
    expect(text).toContain('Your tickets were free');
    expect(text).toContain('somebody ordered tickets for this event with your email address');
  });

  it('gets a mail in which the venue cannot become a link, and no mail after stopping all mails', async () => {
    const { id, buyer } = await orderTwo(0);
    await move(id, 'https://prizes.example/win');
    const text = readText(buyer, 'New place');
    expect(text).not.toContain('https://prizes.example/win');
    const token = /\/mail\/stop\/([\w-]+)/.exec(text)?.[1] ?? '';
    const stop = { body: { token, scope: 'all' as const, is_stopped: true } };
    expect((await app.call('POST /mail-stops', stop)).status).toBe(200);
    await move(id, 'The Assembly Rooms');
    expect(listMailsTo(app, buyer, 'New place')).toHaveLength(1);
  });
});

describe('a guest of a guest list', () => {
  it('hears that the event moves, and that it is cancelled', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 9, title: 'The long walk' });
    const guest = await inviteGuest(id, typeId);
    await move(id, 'The Corn Exchange');
    const text = readText(guest, 'New place');
    expect(text).toContain('put you on the guest list of this event');
    expect(text).toMatch(/View your order: .+#key=[\w-]{43}/);
    await cancelEvent(id);
    expect(readText(guest, 'Cancelled')).toContain('Your ticket was free');
  });

  it('hears that the event is deleted', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 9, title: 'The long walk' });
    const guest = await inviteGuest(id, typeId);
    await deleteEvent(id);
    await runEventMails(app);
    expect(readText(guest, 'Cancelled')).toContain('put you on the guest list of this event');
  });
});

describe('the new holder of a ticket that its buyer gave away', () => {
  it('hears that the event moves, with a link that opens the ticket', async () => {
    const { id, caller, ticketIds, buyer } = await orderTwo(0);
    const holder = await give(ticketIds[0] ?? 0, caller);
    await move(id, 'The Corn Exchange');
    const text = readText(holder, 'New place');
    expect(text).toMatch(new RegExp(`View your ticket: .+/tickets/${ticketIds[0]}#key=[\\w-]{43}`));
    expect(text).toContain('because Mara Ellis gave you a ticket for this event');
    expect(text).not.toContain('/orders/');
    expect(listMailsTo(app, buyer, 'New place')).toHaveLength(1);
  });

  it('hears that the event is cancelled, and that the buyer gets the money', async () => {
    const { id, caller, ticketIds, buyer } = await orderTwo(12);
    const holder = await give(ticketIds[0] ?? 0, caller);
    await cancelEvent(id);
    expect(readText(holder, 'Cancelled')).toContain('The money goes back to the person who paid for it.');
    expect(readText(buyer, 'Cancelled')).toContain('We are refunding the full £24.00');
    // The mail about the event tells the holder everything, so no mail about the ticket follows.
    expect(await runEndedTicketMails()).not.toContainEqual(
      expect.objectContaining({ ticketId: ticketIds[0] }),
    );
  });

  it('hears that the event is deleted, also after the buyer deleted their account', async () => {
    const buyer = await makeUser(app);
    const { id, caller, ticketIds } = await orderTwo(0, buyer.token);
    const holder = await give(ticketIds[0] ?? 0, caller);
    await deleteOwnAccount(app, buyer);
    await deleteEvent(id);
    await runEventMails(app);
    expect(readText(holder, 'Cancelled')).toContain('gave you a ticket for this event');
  });

  it('hears when the organiser refunds the ticket', async () => {
    const { caller, ticketIds, number, buyer } = await orderTwo(12);
    const holder = await give(ticketIds[0] ?? 0, caller);
    const { token } = organiser;
    await refundOrder(app, { token, number }, { ticket_ids: ticketIds });
    await runEndedTicketMails();
    const text = readText(holder, 'Your ticket was cancelled');
    expect(text).toContain('The money goes back to the person who paid for it.');
    expect(listMailsTo(app, buyer, 'Your ticket was cancelled')).toEqual([]);
  });

  it('reads nothing about money when the organiser refunds the order and the ticket was free', async () => {
    const { buyer, ticketIds, number } = await sellOrder(app, organiser, [12, 0]);
    const holder = await give(ticketIds[1] ?? 0, { token: buyer.token, headers: {} });
    await refundOrder(app, { token: organiser.token, number }, { ticket_ids: ticketIds });
    await runEndedTicketMails();
    const text = readText(holder, 'Your ticket was cancelled');
    expect(text).toContain('You do not need to do anything.');
    expect(text).not.toMatch(/money|paid|pay/);
  });

  it('hears that the organiser deleted the ticket, and the buyer gets no mail', async () => {
    const { caller, ticketIds, buyer } = await orderTwo(0);
    const [cancelledFirst = 0, deleted = 0] = ticketIds;
    const holders = [await give(cancelledFirst, caller), await give(deleted, caller)];
    await endTicket(cancelledFirst);
    for (const id of ticketIds) await deleteTicket(id);
    await runEndedTicketMails();
    for (const holder of holders) {
      const text = readText(holder, 'Your ticket was cancelled');
      expect(text).toContain('Ticket: General admission');
      expect(text).not.toContain('View your ticket');
    }
    expect(listMailsTo(app, buyer, 'Your ticket was cancelled')).toEqual([]);
  });

  it('hears of a refund although the organiser deleted the refunded ticket just after it', async () => {
    const { caller, ticketIds, number } = await orderTwo(12);
    const [id = 0] = ticketIds;
    const holder = await give(id, caller);
    await refundOrder(app, { token: organiser.token, number }, { ticket_ids: [id] });
    await deleteTicket(id);
    await runEndedTicketMails();
    expect(readText(holder, 'Your ticket was cancelled')).toContain('The money goes back to the person');
  });
});

describe('an attendee who got a ticket from the order of somebody else', () => {
  it('hears only once that the event moves, even with several tickets', async () => {
    const buyer = await makeUser(app);
    const { id, typeId } = await organiser.makeSale({ price: 0, title: 'The long walk' });
    const attendee = { name: 'Ines Moor', email: `ines-${randomUUID()}@example.org` };
    const items = [{ ticket_type_id: typeId, quantity: 2, attendees: [attendee, attendee] }];
    await placeOrder(app, { event_id: id, items }, { token: buyer.token });
    await move(id, 'The Corn Exchange');
    expect(readText(attendee, 'New place')).toContain('ordered a ticket for you');
    expect(listMailsTo(app, buyer, 'New place')).toHaveLength(1);
  });

  it('gets no mail if the order was free and a guest placed it', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const attendee = { name: 'Ines Moor', email: `ines-${randomUUID()}@example.org` };
    const items = [{ ticket_type_id: typeId, quantity: 1, attendees: [attendee] }];
    await placeOrder(app, { event_id: id, items });
    await move(id, 'The Corn Exchange');
    expect(listMailsTo(app, attendee)).toEqual([]);
  });
});
