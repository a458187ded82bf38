import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, only } from '../../../../test/factories.ts';
import { runMailJobs } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** Orders three tickets as a guest. */
async function orderThree(price: number) {
  const { id, typeId } = await organiser.makeSale({ price });
  const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity: 3 }] });
  const headers = { 'x-order-key': order.key };
  const cancel = (caller: { token?: string; headers?: { 'x-order-key'?: string } }, ticket_ids?: number[]) =>
    app.call('POST /orders/:number/cancel', {
      params: { number: order.number },
      body: { ticket_ids },
      ...caller,
    });
  const listMails = async () => {
    await runMailJobs(app, '^orders.send-returned-tickets');
    return listMailsTo(app, { email: String(order.buyer_email) });
  };
  return { order, headers, cancel, listMails };
}

/** Cancels two tickets of an order as the team, and deletes one of these. Returns the mails to the buyer. */
async function cancelAsTeam({ order }: Awaited<ReturnType<typeof orderThree>>) {
  const { token } = organiser;
  const [first = 0, second = 0] = order.tickets.map(({ id }) => id);
  const body = { status: 'cancelled' as const };
  await app.call('PATCH /tickets/:id', { token, params: { id: first }, body });
  await app.call('DELETE /tickets/:id', { token, params: { id: second } });
  await runMailJobs(app, '^orders.send-cancelled-ticket');
  return listMailsTo(app, { email: String(order.buyer_email) });
}

describe('the mail about cancelled tickets', () => {
  it('confirms to a guest which free tickets were given back, once per request', async () => {
    const { order, headers, cancel, listMails } = await orderThree(0);
    const [first, second, third] = order.tickets.map(({ id }) => id);
    expect((await cancel({ headers }, [first ?? 0, second ?? 0])).status).toBe(200);
    const mail = only(await listMails());
    expect(mail.subject).toMatch(/^2 of your tickets were cancelled: /);
    expect(mail.text).toContain(`You have cancelled 2 tickets of your order ${order.number}.`);
    expect(mail.text).toContain('Cancelled tickets: 2 × General admission');
    expect(mail.text).toContain(`/orders/${order.number}#key=${order.key}`);
    expect((await cancel({ headers }, [third ?? 0])).status).toBe(200);
    expect((await listMails()).map(({ subject }) => subject.split(':')[0])).toEqual([
      '2 of your tickets were cancelled',
      'Your ticket was cancelled',
    ]);
  });

  it('tells the buyer that an administrator has cancelled the order, even an unpaid order', async () => {
    const admin = await makeAdmin(app);
    for (const price of [0, 10]) {
      const { cancel, listMails } = await orderThree(price);
      expect((await cancel({ token: admin.token })).status).toBe(200);
      expect(only(await listMails()).text).toContain(
        'An administrator of this website has cancelled 3 tickets of your order',
      );
    }
  });

  it('tells the buyer that the team has cancelled a free ticket, also of a ticket that is deleted', async () => {
    const three = await orderThree(0);
    const mails = await cancelAsTeam(three);
    expect(mails).toHaveLength(2);
    only(mails.filter(({ text }) => text.includes('Cancelled ticket: 1 × General admission')));
    for (const { subject, text } of mails) {
      expect(subject).toMatch(/^Your ticket was cancelled: /);
      expect(text).toContain(`The organisers have cancelled a ticket of your order ${three.order.number}.`);
      expect(text).toContain(`/orders/${three.order.number}#key=${three.order.key}`);
      expect(text).not.toMatch(/money|paid/);
    }
  });

  it('is not sent to a buyer who gives an unpaid order back', async () => {
    const { headers, cancel, listMails } = await orderThree(10);
    expect((await cancel({ headers })).status).toBe(200);
    expect(await listMails()).toEqual([]);
  });
});
