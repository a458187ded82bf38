import { randomUUID } from 'node:crypto';
import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { deleteOwnAccount, makeUnverifiedUser, makeUser, only } from '../../../../test/factories.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { sellOrder } from '../../../../test/paid-orders.ts';
import { openDispute, readTicketStatus, settleMoneyOf } from '../../../../test/payments.ts';
import { makeOrganiserOfCodes } from '../../../../test/promo-codes.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;
let lastHolder = 0;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** Orders two tickets, as a guest if there is no token. */
async function orderTwo(token?: string, event?: { id: number; typeId: number }) {
  const { id, typeId } = event ?? (await organiser.makeSale({ price: 0 }));
  const order = await placeOrder(
    app,
    { event_id: id, items: [{ ticket_type_id: typeId, quantity: 2 }] },
    { token },
  );
  const [first, second] = order.tickets;
  if (!first || !second) throw new Error('The order has no two tickets');
  const caller = { token, headers: order.key === undefined ? {} : { 'x-order-key': order.key } };
  return { id, typeId, order, first, second, caller, email: String(order.buyer_email) };
}

type Caller = Awaited<ReturnType<typeof orderTwo>>['caller'];

function makeHolder() {
  lastHolder += 1;
  return { name: 'Ivo Marsh', email: `ivo${lastHolder}@example.org` };
}

function transfer(id: number, { token, headers }: Caller, body = makeHolder(), key: string = randomUUID()) {
  return app.call('POST /tickets/:id/transfer', {
    token,
    params: { id },
    headers: { ...headers, 'idempotency-key': key },
    body,
  });
}

function use(codeOrId: string) {
  return app.call('POST /tickets/use/:codeOrId', { token: organiser.token, params: { codeOrId } });
}

async function readCodeOf(id: number) {
  const { ticket_code } = await app.db
    .selectFrom('tickets')
    .select('ticket_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return String(ticket_code);
}

describe('a ticket that its buyer gives to somebody else', () => {
  it('never shows its new code to the buyer, not even in the list of registrations', async () => {
    const buyer = await makeUser(app);
    const { id, first, second, caller } = await orderTwo(buyer.token);
    const readCode = async () => {
      const answer = await app.call('GET /users/:id/registrations', {
        token: buyer.token,
        params: { id: buyer.id },
      });
      return answer.body.registrations.find(({ event_id }) => event_id === id)?.ticket_code;
    };
    expect((await transfer(first.id, caller)).status).toBe(200);
    expect(await readCode()).toBe(second.ticket_code);
    expect((await transfer(second.id, caller)).status).toBe(200);
    expect(await readCode()).toBeNull();
  });

  it('has new codes that only the new holder gets, and the door refuses the old ones', async () => {
    const { first, order, caller, email } = await orderTwo();
    const holder = makeHolder();
    expect(await transfer(first.id, caller, holder)).toMatchObject({
      status: 200,
      body: { msg: 'The ticket belongs to Ivo Marsh now' },
    });
    for (const code of [first.ticket_code, first.short_code]) {
      const refused = await use(String(code));
      expect([refused.status, refused.body.code]).toEqual([409, 'ticket_code_replaced']);
      expect(refused.body.msg).toContain('was given to Ivo Marsh');
    }
    const shown = await app.call('GET /orders/:number', { ...caller, params: { number: order.number } });
    expect(shown.body.order.tickets[0]).toMatchObject({
      attendee_name: 'Ivo Marsh',
      ticket_code: null,
      short_code: null,
    });
    const now = await app.db
      .selectFrom('tickets')
      .select(['ticket_code', 'short_code'])
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    await runOrderMails(app);
    const [before, after] = [first, now].map(({ short_code }) => formatShortCode(String(short_code)));
    expect(only(listMailsTo(app, holder)).text).toContain(`Ticket code: ${after}`);
    const toBuyer = listMailsTo(app, { email })
      .map(({ text }) => text)
      .join('\n');
    expect(toBuyer).toContain('belongs to Ivo Marsh now');
    expect(toBuyer).not.toContain(after);
    expect(toBuyer).not.toContain(before);
    expect((await use(String(now.short_code))).body.ticket).toMatchObject({
      id: first.id,
      attendee_name: 'Ivo Marsh',
      user_id: null,
    });
  });

  it.each([
    { call: 'POST /tickets/use/:codeOrId' as const },
    { call: 'POST /tickets/use/:codeOrId/order' as const },
  ])(
    'is refused by $call if the old code is scanned, even if the scan began before the transfer',
    async ({ call }) => {
      const { first, second, caller } = await orderTwo();
      const request = { token: organiser.token, params: { codeOrId: String(first.ticket_code) } };
      const asked = await app.db.transaction().execute(async (tx) => {
        await tx.selectFrom('tickets').select('id').where('id', '=', first.id).forUpdate().execute();
        const given = transfer(first.id, caller);
        await waitUntilLocked(app, 1);
        const scanned = app.call(call, request);
        await waitUntilLocked(app, 2);
        return { given, scanned };
      });
      expect((await asked.given).status).toBe(200);
      expect((await asked.scanned).body.code).toBe('ticket_code_replaced');
      expect((await app.call(call, request)).body.code).toBe('ticket_code_replaced');
      expect(await readTicketStatus(app, first.id)).toBe('valid');
      expect(await readTicketStatus(app, second.id)).toBe('valid');
    },
  );

  it('admits only its new holder, even when the door asks for the whole order', async () => {
    const { first, second, caller } = await orderTwo();
    await transfer(first.id, caller);
    const admitted = await app.call('POST /tickets/use/:codeOrId/order', {
      token: organiser.token,
      params: { codeOrId: await readCodeOf(first.id) },
    });
    expect(admitted.body.tickets.map(({ id }) => id)).toEqual([first.id]);
    expect(await readTicketStatus(app, second.id)).toBe('valid');
  });

  it('cannot be verified by a stranger with its old code', async () => {
    const { first, caller } = await orderTwo();
    await transfer(first.id, caller);
    const { token } = await makeUser(app);
    const params = { code: String(first.ticket_code) };
    expect((await app.call('GET /tickets/verify/:code', { token, params })).body.code).toBe('forbidden');
  });

  it('cannot be cancelled, renamed or given away again by its buyer', async () => {
    const { first, second, order, caller, id } = await orderTwo();
    await transfer(first.id, caller);
    const params = { number: order.number };
    const cancel = (ticket_ids?: number[]) =>
      app.call('POST /orders/:number/cancel', { ...caller, params, body: { ticket_ids } });
    expect((await cancel([first.id])).body.code).toBe('ticket_transferred');
    const rename = { tickets: [{ id: first.id, name: 'Mara' }] };
    expect((await app.call('PATCH /orders/:number', { ...caller, params, body: rename })).body.code).toBe(
      'ticket_transferred',
    );
    expect((await transfer(first.id, caller)).body.code).toBe('ticket_transferred');
    const { body } = await cancel();
    expect(body.order.status).toBe('confirmed');
    expect(body.order.tickets).toMatchObject([{ status: 'valid' }, { id: second.id, status: 'cancelled' }]);
    expect((await cancel()).body.code).toBe('ticket_transferred');
    expect(await organiser.listAll(id)).toMatchObject([{ sold: 1 }]);
  });

  it("stays valid when the buyer's account is deleted", async () => {
    const buyer = await makeUser(app);
    const { first, second, caller, id } = await orderTwo(buyer.token);
    const holder = makeHolder();
    await transfer(first.id, caller, holder);
    expect((await deleteOwnAccount(app, buyer)).status).toBe(204);
    const tickets = await app.db
      .selectFrom('tickets')
      .select(['id', 'status', 'attendee_name', 'attendee_email'])
      .where('id', 'in', [first.id, second.id])
      .orderBy('id')
      .execute();
    expect(tickets).toEqual([
      { id: first.id, status: 'valid', attendee_name: holder.name, attendee_email: holder.email },
      { id: second.id, status: 'cancelled', attendee_name: null, attendee_email: null },
    ]);
    expect((await use(await readCodeOf(first.id))).status).toBe(200);
    expect(await organiser.listAll(id)).toMatchObject([{ sold: 1 }]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('no longer counts towards the limits per buyer after the buyer’s account is deleted', async () => {
    const codes = await makeOrganiserOfCodes(app);
    const { id, typeId } = await codes.makeSale({ price: 0 });
    await codes.change(id, typeId, { max_per_buyer: 2 });
    await codes.makeCode(id, { max_per_buyer: 1 });
    const buyer = await makeUser(app);
    const items = [{ ticket_type_id: typeId, quantity: 2 }];
    const { token, email } = buyer;
    const { tickets } = await placeOrder(app, { event_id: id, items, promo_code: 'TENOFF' }, { token });
    await transfer(tickets[0]?.id ?? 0, { token, headers: {} });
    expect((await deleteOwnAccount(app, buyer)).status).toBe(204);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
    const again = { event_id: id, items, promo_code: 'TENOFF', buyer: { name: 'Mara Ellis', email } };
    await placeOrder(app, again);
  });
});

describe('giving a ticket away', () => {
  it('happens once when the request is repeated, and is refused if the same idempotency key names another person', async () => {
    const { first, caller } = await orderTwo();
    const [holder, key] = [makeHolder(), randomUUID()];
    const answers = await Promise.all([1, 2, 3].map(() => transfer(first.id, caller, holder, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await transfer(first.id, caller, makeHolder(), key)).body.code).toBe('idempotency_key_reused');
    await runOrderMails(app);
    expect(listMailsTo(app, holder)).toHaveLength(1);
  });

  it('is refused after the event has started, and while the organiser does not allow it', async () => {
    const event = await organiser.makeSale({ price: 0 });
    const { first, second, caller } = await orderTwo(undefined, event);
    const { token } = organiser;
    const params = { id: event.id };
    const off = await app.call('PATCH /events/:id', { token, params, body: { allows_transfers: false } });
    expect(off.body.event.allows_transfers).toBe(false);
    expect((await transfer(first.id, caller)).body.code).toBe('transfers_off');
    await app.call('PATCH /events/:id', { token, params, body: { allows_transfers: true } });
    await app.db
      .updateTable('events')
      .set({ start_time: new Date(app.clock.now().getTime() - 1000) })
      .where('id', '=', event.id)
      .execute();
    expect((await transfer(second.id, caller)).body.code).toBe('event_started');
  });

  it('is refused for used tickets, and for buyers who have not verified their address', async () => {
    const guest = await orderTwo();
    await use(String(guest.first.ticket_code));
    expect((await transfer(guest.first.id, guest.caller)).body.code).toBe('ticket_used');
    const { token } = await makeUnverifiedUser(app);
    const { first, caller } = await orderTwo(token);
    expect((await transfer(first.id, caller)).body.code).toBe('email_not_verified');
  });

  it('is refused while the bank decides about the payment of the ticket', async () => {
    const { ticketIds, buyer, sessionId, paymentId } = await sellOrder(app, organiser, [10]);
    await openDispute(app, sessionId);
    await settleMoneyOf(app, paymentId);
    const answer = await transfer(ticketIds[0] ?? 0, { token: buyer.token, headers: {} });
    expect([answer.status, answer.body.code]).toEqual([409, 'ticket_disputed']);
  });
});
