import { randomUUID } from 'node:crypto';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import type { Actor } from '../../../http/session.ts';
import { hashAddress, insertStop } from '../../../mail/mail-stops.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeMember, makeUser, only } from '../../../../test/factories.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { countStatements } from '../../../../test/statements.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { giveToGuests } from './guest-list.service.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

type Guests = BodyInput<Endpoints['POST /events/:id/complimentary-tickets']>['guests'];

let lastGuest = 0;

function makeGuest(quantity?: number) {
  lastGuest += 1;
  return { name: 'Ivo Marsh', email: `ivo${lastGuest}@example.org`, ...(quantity && { quantity }) };
}

interface Sale {
  id: number;
  typeId: number;
}

function give(
  { id, typeId }: Sale,
  guests: Guests,
  {
    token = organiser.token,
    key = randomUUID(),
    on = app,
  }: { token?: string; key?: string; on?: TestApp } = {},
) {
  return on.call('POST /events/:id/complimentary-tickets', {
    token,
    params: { id },
    headers: { 'idempotency-key': key },
    body: { ticket_type_id: typeId, guests },
  });
}

async function readSold({ id }: Sale): Promise<number> {
  return only(await organiser.listAll(id)).sold ?? 0;
}

describe('a guest list', () => {
  it('gives each guest a free order, which takes places like any other order', async () => {
    const sale = await organiser.makeSale({ price: 12.5, max_attendees: 10 });
    const [ivo, mara] = [makeGuest(2), { ...makeGuest(), name: 'Mara Ellis' }];
    const { status, body } = await give(sale, [ivo, mara]);
    expect(status).toBe(201);
    expect(body.orders).toMatchObject([
      { buyer_name: 'Ivo Marsh', buyer_email: ivo.email, ticket_count: 2, status: 'confirmed', total: 0 },
      { buyer_name: 'Mara Ellis', buyer_email: mara.email, ticket_count: 1, channel: 'complimentary' },
    ]);
    expect(await readSold(sale)).toBe(3);
    const request = { token: organiser.token, params: { id: sale.id } };
    const found = await app.call('GET /events/:id/orders', {
      ...request,
      query: { channel: 'complimentary', search: ivo.email },
    });
    expect(found.body.orders).toEqual([body.orders[0]]);
    const tickets = await app.call('GET /tickets/event/:eventId', {
      token: organiser.token,
      params: { eventId: sale.id },
    });
    const addresses = tickets.body.tickets.map(({ email }) => email);
    expect(addresses).toHaveLength(3);
    expect(new Set(addresses)).toEqual(new Set([ivo.email, mara.email]));
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'details'])
      .where('action', '=', 'event.tickets_given')
      .where('event_id', '=', sale.id)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actor_id: organiser.id,
      details: {
        ticket_type_id: sale.typeId,
        tickets: 3,
        orders: body.orders.map(({ number }) => number).join(' '),
      },
    });
  });

  it('brings each guest one mail that says who sent it and why, with a link to the order', async () => {
    const sale = await organiser.makeSale({ title: 'Jazz at evil.example', price: 12.5 });
    const guest = { ...makeGuest(2), name: 'Claim at evil.example' };
    const { body } = await give(sale, [guest]);
    await runOrderMails(app);
    const { text, subject } = only(listMailsTo(app, guest));
    const team = await app.db
      .selectFrom('teams')
      .select('name')
      .where('id', '=', organiser.teamId)
      .executeTakeFirstOrThrow();
    expect(subject).toContain('Your 2 tickets');
    expect(text).toContain(`${team.name} put you on the guest list of this event, so you pay nothing.`);
    expect(text).toContain(`because ${team.name} put you on the guest list of this event.`);
    expect(text).toContain('If you do not want such emails, stop them:');
    expect(subject + text).not.toContain('evil.example');
    expect(text).not.toContain('Total');
    const [, number = '', key] = /orders\/(\w+)#key=(\S+)/.exec(text) ?? [];
    expect(number).toBe(only(body.orders).number);
    const opened = await app.call('GET /orders/:number', {
      params: { number },
      headers: { 'x-order-key': key },
    });
    expect(opened.body.order.tickets).toMatchObject([{ status: 'valid' }, { status: 'valid' }]);
  });

  it('sends no mail to a guest who has stopped mail from Foyer or from the team', async () => {
    const sale = await organiser.makeSale({ price: 0 });
    const [fromAll, fromTeam, wants] = [makeGuest(), makeGuest(), makeGuest()];
    await insertStop(app.deps, hashAddress(fromAll.email), { scope: 'all', objectId: 0 });
    await insertStop(app.deps, hashAddress(fromTeam.email), { scope: 'team', objectId: organiser.teamId });
    expect((await give(sale, [fromAll, fromTeam, wants])).status).toBe(201);
    await runOrderMails(app);
    expect([fromAll, fromTeam, wants].map((guest) => listMailsTo(app, guest).length)).toEqual([0, 0, 1]);
  });

  it('shows the team the state of each ticket', async () => {
    const sale = await organiser.makeSale({ price: 0 });
    const [first, second] = only((await give(sale, [makeGuest(2)])).body.orders).tickets;
    const cancel = { params: { id: second?.id ?? 0 }, body: { status: 'cancelled' } as const };
    await app.call('PATCH /tickets/:id', { token: organiser.token, ...cancel });
    const call = { token: organiser.token, params: { id: sale.id }, query: {} };
    const { body } = await app.call('GET /events/:id/orders', call);
    expect(only(body.orders).tickets).toMatchObject([
      { ...first, status: 'valid' },
      { ...second, status: 'cancelled' },
    ]);
  });

  it('shows the team which guests got no mail', async () => {
    const sale = await organiser.makeSale({ price: 0 });
    const [stopped, wants] = [makeGuest(), makeGuest()];
    await insertStop(app.deps, hashAddress(stopped.email), { scope: 'all', objectId: 0 });
    await give(sale, [stopped, wants]);
    await runOrderMails(app);
    const { body } = await app.call('GET /events/:id/orders', {
      token: organiser.token,
      params: { id: sale.id },
      query: {},
    });
    const found = body.orders.map(({ buyer_email, undelivered }) => [buyer_email, undelivered]);
    expect(new Map(found as [string, boolean][])).toEqual(
      new Map([
        [stopped.email, true],
        [wants.email, false],
      ]),
    );
  });

  it('gives nobody a ticket when the places do not suffice for all, and says how many are left', async () => {
    const sale = await organiser.makeSale({ price: 0, max_attendees: 4 });
    const first = { code: 'not_enough_left', remaining: 4, ticket_type_id: sale.typeId };
    expect(await give(sale, [makeGuest(2), makeGuest(2), makeGuest()])).toMatchObject({
      status: 409,
      body: first,
    });
    expect((await give(sale, [makeGuest(2), makeGuest(3)])).body).toMatchObject(first);
    await organiser.change(sale.id, sale.typeId, { quantity: 3 });
    expect((await give(sale, [makeGuest(2), makeGuest(2)])).body).toMatchObject({ ...first, remaining: 3 });
    expect(await readSold(sale)).toBe(0);
    expect((await give(sale, [makeGuest(2), makeGuest()])).status).toBe(201);
    expect((await give(sale, [makeGuest()])).body).toMatchObject({ code: 'not_enough_left', remaining: 0 });
  });

  it('is refused when it exceeds the limits of the ticket type', async () => {
    const sale = await organiser.makeSale({ price: 5 });
    await organiser.change(sale.id, sale.typeId, { max_per_order: 4, max_per_buyer: 3 });
    expect((await give(sale, [makeGuest(5)])).body.code).toBe('too_many_tickets');
    const greedy = makeGuest(4);
    const { body } = await give(sale, [makeGuest(), greedy]);
    expect(body).toMatchObject({ code: 'too_many_for_buyer', remaining: 3 });
    expect(body.msg).toContain(greedy.email);
    const { body: added } = await organiser.add(sale.id, { name: 'Crew', price: 0, visibility: 'hidden' });
    expect((await give({ ...sale, typeId: added.ticket_type.id }, [makeGuest()])).status).toBe(201);
    const other = await organiser.makeSale();
    expect((await give({ ...sale, typeId: other.typeId }, [makeGuest()])).body.code).toBe(
      'ticket_type_not_found',
    );
    await organiser.change(sale.id, sale.typeId, { paused: true });
    expect((await give(sale, [makeGuest()])).body.code).toBe('sales_paused');
  });

  it('creates its orders once when the same request is sent several times at the same moment', async () => {
    const sale = await organiser.makeSale({ price: 0 });
    const guests = [makeGuest(2), makeGuest()];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(sale, guests, { key })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const [first] = answers;
    for (const { body } of answers) expect(body.orders).toEqual(first?.body.orders);
    expect(first?.body.orders.map(({ ticket_count }) => ticket_count)).toEqual([2, 1]);
    expect(await readSold(sale)).toBe(3);
    const another = await give(sale, [makeGuest()], { key });
    expect([another.status, another.body.code]).toEqual([409, 'idempotency_key_reused']);
    const manager = await makeMember(app, organiser.teamId, 'event_manager');
    expect((await give(sale, [makeGuest()], { key, token: manager.token })).status).toBe(201);
  });

  it('takes no more places than are left, even when many lists are sent at the same moment', async () => {
    const sale = await organiser.makeSale({ price: 0, max_attendees: 10 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => give(sale, [makeGuest(2), makeGuest(1)])),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await readSold(sale)).toBe(9);
  });

  it('gives out tickets that the team can cancel, which frees the places and sends the guest a mail', async () => {
    const sale = await organiser.makeSale({ price: 9 });
    const guest = makeGuest(2);
    const { body } = await give(sale, [guest]);
    const { number } = only(body.orders);
    const read = async () =>
      (await app.call('GET /orders/:number', { token: organiser.token, params: { number } })).body.order;
    for (const { id } of (await read()).tickets) {
      const cancel = { token: organiser.token, params: { id }, body: { status: 'cancelled' } as const };
      expect((await app.call('PATCH /tickets/:id', cancel)).status).toBe(200);
    }
    expect(await read()).toMatchObject({ status: 'cancelled', tickets: [{ status: 'cancelled' }, {}] });
    expect(await readSold(sale)).toBe(0);
    await runOrderMails(app);
    const subjects = listMailsTo(app, guest).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Your ticket was cancelled'))).toHaveLength(2);
    expect(subjects).toHaveLength(2);
  });

  it('gives a guest with a verified account an order that this account can claim', async () => {
    const sale = await organiser.makeSale({ price: 9 });
    const user = await makeUser(app);
    await give(sale, [{ name: 'Mara Ellis', email: user.email }]);
    const claim = { token: user.token, params: { id: user.id } };
    expect((await app.call('POST /users/:id/orders/claim', claim)).body.claimed).toBe(1);
  });

  it('breaks no invariant', async () => {
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});

describe('the limits on guest lists', () => {
  it('refuse a list when its sender has invited thirty guests in an hour, or when five lists named the same mailbox', async () => {
    const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
    const giver = await makeOrganiserOfTypes(limited);
    const sale = await giver.makeSale({ price: 0, max_attendees: 40 });
    const send = (guests: Guests) => give(sale, guests, { token: giver.token, on: limited });
    const mailbox = makeGuest();
    for (let n = 0; n < 5; n += 1) expect((await send([mailbox])).status).toBe(201);
    expect((await send([makeGuest(), mailbox])).body.code).toBe('too_many_requests');
    // A refused list does not count towards the limit, so 25 of the hour's 30 guests are left.
    const many = (count: number) => Array.from({ length: count }, () => makeGuest());
    expect((await send(many(26))).body.code).toBe('too_many_requests');
    const tooMany = many(25).map((guest) => ({ ...guest, quantity: 2 }));
    expect((await send(tooMany)).body.code).toBe('not_enough_left');
    expect((await send(many(25))).status).toBe(201);
    expect((await send(many(1))).body.code).toBe('too_many_requests');
    await limited.close();
  });

  it('are counted with as many statements for twenty guests as for two', async () => {
    const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
    const giver = await makeOrganiserOfTypes(limited);
    const actor = { id: giver.id, isSiteAdmin: false } as Actor;
    const counts: number[] = [];
    for (const count of [2, 20]) {
      const { id, typeId } = await giver.makeSale({ price: 0, max_attendees: 40 });
      const guests = Array.from({ length: count }, () => makeGuest());
      const request = { eventId: id, body: { ticket_type_id: typeId, guests }, key: randomUUID() };
      const signed = { actor, address: '192.0.2.7' };
      counts.push(await countStatements(limited, (deps) => giveToGuests(deps, signed, request)));
    }
    expect(counts[1]).toBe(counts[0]);
    await limited.close();
  });
});
