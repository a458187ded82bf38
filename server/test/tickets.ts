import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../src/db/connect.ts';
import type { TestApp } from './app.ts';
import { makeEvent, type TestUser } from './factories.ts';
import { findOnlyType, placeOrder } from './orders.ts';

/** Leaves out the tickets of holds, which have no code and which no user sees. */
function selectIssued(db: Db) {
  return db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .where('tickets.ticket_code', 'is not', null)
    .$narrowType<{ ticket_code: string }>()
    .orderBy('tickets.id');
}

export function listTicketsFor({ db }: { db: Db }, eventId: number) {
  return selectIssued(db)
    .select([isPaid, 'tickets.status', 'tickets.price_pence'])
    .where('tickets.event_id', '=', eventId)
    .execute();
}

const isPaid = sql<boolean>`tickets.payment_id is not null`.as('paid');

export function listTicketsOf({ db }: { db: Db }, { id }: { id: number }) {
  return selectIssued(db)
    .select(['tickets.id', 'tickets.ticket_code', 'tickets.status', isPaid])
    .where('orders.user_id', '=', id)
    .execute();
}

export function readTicket({ db }: { db: Db }, registrationId: number) {
  return selectIssued(db)
    .select(['tickets.id', 'tickets.ticket_code', 'tickets.event_id', 'tickets.order_id as registration_id'])
    .where('tickets.order_id', '=', registrationId)
    .$narrowType<{ ticket_code: string }>()
    .executeTakeFirstOrThrow();
}

export async function readPaymentIdOf({ db }: { db: Db }, ticketId: number): Promise<number> {
  const { payment_id } = await db
    .selectFrom('tickets')
    .select('payment_id')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(payment_id);
}

/**
 * Inserts an order with one ticket for each user, as the older API would, and takes a place for each ticket.
 * With `hold_expires_at`, the orders are holds. Returns the orders.
 */
export async function insertOrders(
  app: Pick<TestApp, 'db' | 'clock'>,
  eventId: number,
  userIds: readonly number[],
  hold?: { placed_at: Date; hold_expires_at: Date },
) {
  return app.db.transaction().execute(async (tx) => {
    const orders = await tx
      .insertInto('orders')
      .values(
        userIds.map((user_id) => ({
          event_id: eventId,
          user_id,
          is_single: true,
          status: hold ? ('held' as const) : ('confirmed' as const),
          placed_at: hold?.placed_at ?? app.clock.now(),
          hold_expires_at: hold?.hold_expires_at ?? null,
          buyer_name: `user ${user_id}`,
          buyer_email: `user${user_id}@example.org`,
        })),
      )
      .returning(['id', 'user_id'])
      .execute();
    await sql`
      insert into tickets (event_id, order_id, ticket_type_id, type_name, price_pence, status, ticket_code)
      select orders.event_id, orders.id, type.id, type.name, 0,
        case orders.status when 'held' then 'held' else 'valid' end,
        case orders.status when 'confirmed' then make_ticket_code() end
      from orders join ticket_types type on type.event_id = orders.event_id
      where orders.id = any (${orders.map(({ id }) => id)}::bigint[])`.execute(tx);
    await sql`update ticket_types set sold = sold + ${userIds.length} where event_id = ${eventId}`.execute(
      tx,
    );
    await sql`update events set seats_taken = seats_taken + ${userIds.length} where id = ${eventId}`.execute(
      tx,
    );
    return orders;
  });
}

const hourMs = 3600 * 1000;

/** Moves an event, which may then start in the past, so that it starts so many hours from now and lasts two hours. */
export async function moveEvent({ db, clock }: TestApp, id: number, hours: number): Promise<void> {
  const start = clock.now().getTime() + hours * hourMs;
  const times = { start_time: new Date(start), end_time: new Date(start + 2 * hourMs) };
  await db.updateTable('events').set(times).where('id', '=', id).execute();
}

/** Places an order of a guest, and returns its tickets. */
export async function buyAtDoor(app: TestApp, eventId: number, quantity = 1) {
  const items = [{ ticket_type_id: await findOnlyType(app, eventId), quantity }];
  const { tickets } = await placeOrder(app, { event_id: eventId, items });
  return tickets.map(({ id, ticket_code, short_code }) => ({
    id,
    code: String(ticket_code),
    shortCode: String(short_code),
  }));
}

export async function makeDoorLink(
  app: TestApp,
  { token }: Pick<TestUser, 'token'>,
  id: number,
  name = 'Gate A',
) {
  const { status, body } = await app.call('POST /events/:id/door-links', {
    token,
    params: { id },
    body: { name },
  });
  if (status !== 201) throw new Error(`No link was made: ${JSON.stringify(body)}`);
  return { linkId: body.link.id, key: body.key };
}

interface Scan {
  id?: string;
  code?: string;
  ticket_id?: number;
  code_hash?: string;
  scanned_at?: string;
}

/** The calls of a door: with the key of a link, or with the access token of a member of the team. */
export function openDoor(app: TestApp, id: number, { key, token }: { key?: string; token?: string }) {
  const headers = key === undefined ? {} : { 'x-door-key': key };
  const caller = { token, params: { id }, headers };
  const send = (scans: Scan[]) =>
    app.call('POST /events/:id/door/scans', {
      ...caller,
      body: { scans: scans.map((scan) => ({ id: randomUUID(), ...scan })) },
    });
  return {
    read: () => app.call('GET /events/:id/door', caller),
    guests: (after?: number) =>
      app.call('GET /events/:id/door/guests', {
        ...caller,
        ...(after !== undefined && { query: { after: String(after) } }),
      }),
    send,
    async scan(scan: Scan) {
      const { body } = await send([scan]);
      const [result] = body.results;
      if (!result) throw new Error('The scan got no result');
      return result;
    },
    undo: (ticketId: number) =>
      app.call('POST /events/:id/door/undo', { ...caller, body: { ticket_id: ticketId } }),
  };
}

/** Makes a free event that starts in an hour, with a link for volunteers and the tickets of one order. */
export async function makeDoor(app: TestApp, organiser: TestUser & { teamId: number }, quantity = 1) {
  const event = await makeEvent(app, { price: 0, startsIn: 1 }, organiser);
  const { key, linkId } = await makeDoorLink(app, organiser, event.id);
  const tickets = await buyAtDoor(app, event.id, quantity);
  const [ticket = { id: 0, code: '', shortCode: '' }] = tickets;
  return { eventId: event.id, key, linkId, ticket, tickets, door: openDoor(app, event.id, { key }) };
}
