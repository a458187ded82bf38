import { randomUUID } from 'node:crypto';
import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { readPdf } from '../../../../test/mails/pdf-pages.ts';
import { makeUser, only } from '../../../../test/factories.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { refundOrder, sellOrder } from '../../../../test/paid-orders.ts';
import { readTicketStatus } from '../../../../test/payments.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;
let lastGuest = 0;
const log: string[] = [];

beforeAll(async () => {
  app = await startTestApp({
    works: false,
    env: { FOYER_RATE_LIMITS: 'on', LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void log.push(line) },
  });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** Orders two free tickets, as a guest if there is no token. */
async function orderTwo(token?: string) {
  lastGuest += 1;
  const { id, typeId } = await organiser.makeSale({ price: 0 });
  const buyer = { name: 'Mara Ellis', email: `guest${lastGuest}@example.org` };
  const items = [{ ticket_type_id: typeId, quantity: 2 }];
  const order = await placeOrder(app, { event_id: id, items, ...(!token && { buyer }) }, { token });
  const [first, second] = order.tickets;
  if (!first || !second) throw new Error('The order has no two tickets');
  const email = String(order.buyer_email);
  const headers = { 'x-order-key': order.key };
  return { id, email, first, second, params: { number: order.number }, headers, key: String(order.key) };
}

describe('the attendees of an order', () => {
  it('keep their ticket codes when the buyer changes a name or email address with the key of the order', async () => {
    const { params, headers, first, second } = await orderTwo();
    const tickets = [
      { id: first.id, name: 'Ivo Marsh' },
      { id: second.id, email: 'ivo@example.org' },
    ];
    const { status, body } = await app.call('PATCH /orders/:number', { params, headers, body: { tickets } });
    expect(status).toBe(200);
    expect(body.order.tickets).toEqual([
      { ...first, attendee_name: 'Ivo Marsh' },
      { ...second, attendee_email: 'ivo@example.org' },
    ]);
  });

  it('cannot be changed through another order, or after their ticket was used or cancelled', async () => {
    const { params, headers, first, second } = await orderTwo();
    const other = await orderTwo();
    const rename = (id: number) =>
      app.call('PATCH /orders/:number', { params, headers, body: { tickets: [{ id, name: 'Ivo' }] } });
    await app.call('POST /tickets/use/:codeOrId', {
      token: organiser.token,
      params: { codeOrId: first.id },
    });
    expect((await rename(first.id)).body.code).toBe('ticket_used');
    await app.call('POST /orders/:number/cancel', { params, headers, body: { ticket_ids: [second.id] } });
    expect((await rename(second.id)).body.code).toBe('ticket_not_live');
    expect((await rename(other.first.id)).body.code).toBe('ticket_not_found');
  });

  it('get their ticket by mail at their new email address if the buyer has an account', async () => {
    const { token } = await makeUser(app);
    const { params, first, second } = await orderTwo(token);
    const tickets = [{ id: first.id, name: 'Ivo Marsh', email: 'new-attendee@example.org' }];
    await app.call('PATCH /orders/:number', { token, params, body: { tickets } });
    await runOrderMails(app);
    const { text } = only(listMailsTo(app, { email: 'new-attendee@example.org' }));
    expect(text).toContain(`Ticket code: ${formatShortCode(String(first.short_code))}`);
    expect(text).not.toContain(formatShortCode(String(second.short_code)));
  });
});

describe('the mail about an order', () => {
  it('is sent again when the buyer asks for it, but only a few times an hour', async () => {
    const { params, headers, email } = await orderTwo();
    const resend = () => app.call('POST /orders/:number/resend', { params, headers });
    for (let times = 0; times < 5; times += 1) expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    await runOrderMails(app);
    expect(listMailsTo(app, { email })).toHaveLength(6);
  });

  it('counts, when sent again, for the mailbox of each person who was given a ticket', async () => {
    const body = { name: 'Ivo Marsh', email: `ivo-${randomUUID()}@example.org` };
    const orders = [await orderTwo(), await orderTwo()];
    for (const { first, headers } of orders) {
      const request = {
        params: { id: first.id },
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body,
      };
      expect((await app.call('POST /tickets/:id/transfer', request)).status).toBe(200);
    }
    const statuses: number[] = [];
    for (const { params, headers } of [...orders, ...orders]) {
      statuses.push((await app.call('POST /orders/:number/resend', { params, headers })).status);
    }
    // The two transfers also counted, and a mailbox gets five such mails an hour.
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('the door', () => {
  it("admits a guest's ticket by its short code, however it is typed, and shows whose ticket it is", async () => {
    const { first, second, params } = await orderTwo();
    const code = String(first.short_code);
    const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
    const use = (codeOrId: string) =>
      app.call('POST /tickets/use/:codeOrId', { token: organiser.token, params: { codeOrId } });
    expect(await use(typed)).toMatchObject({
      status: 200,
      body: {
        ticket: {
          id: first.id,
          user_id: null,
          username: 'Mara Ellis',
          attendee_name: 'Mara Ellis',
          type_name: 'General admission',
          order_number: params.number,
          status: 'used',
        },
      },
    });
    expect((await use(code)).body.code).toBe('ticket_used');
    expect((await use(String(second.ticket_code))).status).toBe(200);
  });

  it('tells the team when each ticket of an order was checked in, but not the buyer', async () => {
    const { first, params, headers } = await orderTwo();
    const use = { token: organiser.token, params: { codeOrId: first.id } };
    const { used_at } = (await app.call('POST /tickets/use/:codeOrId', use)).body.ticket;
    const listTimes = async (caller: { token: string } | { headers: typeof headers }) => {
      const { body } = await app.call('GET /orders/:number', { ...caller, params });
      return body.order.tickets.map((ticket) => [ticket.status, ticket.used_at]);
    };
    expect(used_at).not.toBeNull();
    expect(await listTimes({ token: organiser.token })).toEqual([
      ['used', used_at],
      ['valid', null],
    ]);
    expect(await listTimes({ headers })).toEqual([
      ['used', null],
      ['valid', null],
    ]);
  });

  it('admits all tickets of an order at once with the code of one ticket, but only once', async () => {
    const { first, second } = await orderTwo();
    const useOrder = () =>
      app.call('POST /tickets/use/:codeOrId/order', {
        token: organiser.token,
        params: { codeOrId: String(first.ticket_code) },
      });
    const answer = await useOrder();
    expect(answer.body.msg).toBe('2 tickets marked as used');
    expect(answer.body.tickets.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await useOrder()).body.code).toBe('ticket_used');
  });

  it('admits no ticket of an order when the scanned code belongs to a used, cancelled or refunded ticket', async () => {
    const useOrder = (id: number) =>
      app.call('POST /tickets/use/:codeOrId/order', { token: organiser.token, params: { codeOrId: id } });
    const used = await orderTwo();
    await app.call('POST /tickets/use/:codeOrId', {
      token: organiser.token,
      params: { codeOrId: used.first.id },
    });
    const cancelled = await orderTwo();
    await app.call('POST /orders/:number/cancel', {
      params: cancelled.params,
      headers: cancelled.headers,
      body: { ticket_ids: [cancelled.first.id] },
    });
    const paid = await sellOrder(app, organiser, [10, 12]);
    const [refunded = 0, other = 0] = paid.ticketIds;
    const { token } = organiser;
    await refundOrder(app, { token, number: paid.number }, { ticket_ids: [refunded], cancel_tickets: true });
    expect((await useOrder(used.first.id)).body.code).toBe('ticket_used');
    expect((await useOrder(cancelled.first.id)).body.code).toBe('ticket_cancelled');
    expect((await useOrder(refunded)).body.code).toBe('ticket_refunded');
    for (const id of [used.second.id, cancelled.second.id, other])
      expect(await readTicketStatus(app, id)).toBe('valid');
  });

  it('refuses further short codes after one account has sent sixty wrong ones, so that nobody can guess a code', async () => {
    const { token } = await makeUser(app);
    const guess = () => app.call('GET /tickets/verify/:code', { token, params: { code: 'AAAAA-BBBBB' } });
    const answers = await Promise.all(Array.from({ length: 61 }, guess));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 60 }, () => 404),
      429,
    ]);
  });
});

describe('a ticket that the team cancels', () => {
  it('leaves the other tickets of its order valid, and frees one place', async () => {
    const { id, first, second, params, headers } = await orderTwo();
    const cancel = {
      token: organiser.token,
      params: { id: first.id },
      body: { status: 'cancelled' },
    } as const;
    expect((await app.call('PATCH /tickets/:id', cancel)).status).toBe(200);
    const { body } = await app.call('GET /orders/:number', { params, headers });
    expect(body.order.status).toBe('confirmed');
    expect(body.order.tickets).toMatchObject([{ status: 'cancelled' }, { id: second.id, status: 'valid' }]);
    expect(await organiser.listAll(id)).toMatchObject([{ sold: 1 }]);
  });
});

describe('the receipt of an order', () => {
  it('names the seller, the buyer and the sums', async () => {
    const { params, headers, email } = await orderTwo();
    const answer = await app.app.inject({ url: `/api/orders/${params.number}/receipt.pdf`, headers });
    expect(answer.statusCode).toBe(200);
    const { text, fonts } = readPdf(answer.rawPayload);
    for (const shown of [params.number, 'Mara Ellis', email, '2 × General admission', 'Total', '£0.00']) {
      expect(text).toContain(shown);
    }
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
  });

  it('does not exist before the order is paid', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 10 });
    const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] });
    const answer = await app.call('GET /orders/:number/receipt.pdf', {
      params: { number: order.number },
      headers: { 'x-order-key': order.key },
    });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'order_not_confirmed' }]);
  });
});

describe('the key of an order', () => {
  it('opens nothing after the salt of the order has changed', async () => {
    const { params, headers } = await orderTwo();
    const open = () => app.call('GET /orders/:number', { params, headers });
    expect((await open()).status).toBe(200);
    await app.db
      .updateTable('orders')
      .set({ key_salt: '00000000-0000-4000-8000-000000000000' })
      .where('number', '=', params.number)
      .execute();
    expect((await open()).status).toBe(404);
  });

  it('appears nowhere in the log', async () => {
    const { params, headers, key } = await orderTwo();
    expect((await app.call('GET /orders/:number', { params, headers })).status).toBe(200);
    expect(log.join('\n')).toContain('"route":"/api/orders/:number"');
    expect(log.join('\n')).not.toContain(key);
  });
});
