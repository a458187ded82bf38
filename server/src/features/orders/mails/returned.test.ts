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

  it('is not sent to a buyer who gives an unpaid order back', async () => {
    const { headers, cancel, listMails } = await orderThree(10);
    expect((await cancel({ headers })).status).toBe(200);
    expect(await listMails()).toEqual([]);
  });
});
