import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeUser, only, testPassword } from '../../../../test/factories.ts';
import { runMailJobs } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { payOrder } from '../../../../test/paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** Orders one ticket for the buyer, two for Ida and one for Tom. Without a token, the buyer is a guest. */
async function orderFour(token: string | undefined, price = 0) {
  const { id, typeId } = await organiser.makeSale({ price, refund_days: 0 });
  const ida = { name: 'Ida Brook', email: `ida-${randomUUID()}@example.org` };
  const tom = { name: 'Tom Vale', email: `tom-${randomUUID()}@example.org` };
  const attendees = [{}, ida, { ...ida, email: ida.email.toUpperCase() }, tom];
  const items = [{ ticket_type_id: typeId, quantity: 4, attendees }];
  const order = await placeOrder(app, { event_id: id, items }, { token });
  if (price > 0) await payOrder(app, order.number);
  const headers = order.key === undefined ? {} : { 'x-order-key': order.key };
  return {
    ida,
    tom,
    ticketIds: order.tickets.map((ticket) => ticket.id),
    cancel: async (ticket_ids?: number[], caller = { token, headers }) => {
      const params = { number: order.number };
      const answer = await app.call('POST /orders/:number/cancel', {
        params,
        body: { ticket_ids },
        ...caller,
      });
      expect(answer.status).toBe(200);
    },
  };
}

async function listMails(to: { email: string }) {
  await runMailJobs(app, '^orders.tell-former-attendee');
  return listMailsTo(app, to, 'Your ticket');
}

describe('an attendee with an email address of their own', () => {
  it('gets one mail when the buyer gives back the free tickets of an order', async () => {
    const { token } = await makeUser(app);
    const { ida, tom, cancel } = await orderFour(token);
    await cancel();
    const mail = only(await listMails(ida));
    expect(mail.subject).toMatch(/^Your tickets were cancelled: /);
    expect(mail.text).toContain('has cancelled your tickets for this event.');
    expect(mail.text).toContain('Cancelled tickets: 2 × General admission');
    expect(only(await listMails(tom)).subject).toMatch(/^Your ticket was cancelled: /);
  });

  it('gets a mail only if one of the tickets is theirs', async () => {
    const { token } = await makeUser(app);
    const { ida, tom, ticketIds, cancel } = await orderFour(token);
    await cancel([ticketIds[0] ?? 0, ticketIds[3] ?? 0]);
    expect([(await listMails(ida)).length, (await listMails(tom)).length]).toEqual([0, 1]);
  });

  it('gets a mail when the buyer cancels a paid ticket', async () => {
    const { token } = await makeUser(app);
    const { ida, tom, ticketIds, cancel } = await orderFour(token, 10);
    await cancel([ticketIds[3] ?? 0]);
    expect([(await listMails(ida)).length, (await listMails(tom)).length]).toEqual([0, 1]);
  });

  it('reads in the mail that an administrator has cancelled the order', async () => {
    const { token } = await makeUser(app);
    const { tom, cancel } = await orderFour(token);
    await cancel(undefined, { token: (await makeAdmin(app)).token, headers: {} });
    expect(only(await listMails(tom)).text).toContain(
      'An administrator of this website has cancelled your ticket',
    );
  });

  it('gets a mail even if the account of the buyer is deleted before the mail is sent', async () => {
    const { token, id } = await makeUser(app);
    const { ida, tom, cancel } = await orderFour(token);
    await cancel();
    const body = { current_password: testPassword };
    expect((await app.call('DELETE /users/:id', { token, params: { id }, body })).status).toBe(204);
    expect(only(await listMails(ida)).subject).toMatch(/^Your tickets were cancelled: /);
    expect(only(await listMails(tom)).text).toContain('Hello Tom Vale');
  });

  it('gets a mail even if the ticket is deleted before the mail is sent', async () => {
    const { token } = await makeUser(app);
    const { tom, ticketIds, cancel } = await orderFour(token);
    await cancel();
    const params = { id: ticketIds[3] ?? 0 };
    expect((await app.call('DELETE /tickets/:id', { token: organiser.token, params })).status).toBe(204);
    expect(only(await listMails(tom)).text).toContain('Hello Tom Vale');
  });

  it('gets no mail about a free order of a guest, because the guest’s order has sent none before', async () => {
    const { ida, tom, cancel } = await orderFour(undefined);
    await cancel();
    expect([await listMails(ida), await listMails(tom)]).toEqual([[], []]);
  });
});
