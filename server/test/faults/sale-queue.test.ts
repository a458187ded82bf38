import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSaleQueue } from '../../src/features/orders/sale/sale-queue.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { createTestDatabase } from '../database/database.ts';
import { makeEvent } from '../factories.ts';
import { describeOrder, findOnlyType, makeDevice } from '../orders.ts';
import { waitUntilLocked } from './locks.ts';

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

let database: Database;
let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startTestApp({ works: false, databaseUrl: database.url });
  [app, other] = [await start(), await start()];
});

afterEach(() => void vi.restoreAllMocks());

afterAll(async () => {
  await Promise.all([app.close(), other.close()]);
  await database.drop();
});

async function makeSale(seats = 50) {
  const { id: eventId } = await makeEvent(app, { price: 0, max_attendees: seats });
  return { eventId, typeId: await findOnlyType(app, eventId) };
}

type Sale = Awaited<ReturnType<typeof makeSale>>;

/** Describes the request of a new guest for one free ticket. */
function describeRequest({ eventId, typeId }: Sale) {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-device-id': makeDevice(),
    },
    body: JSON.stringify({
      event_id: eventId,
      items: [{ ticket_type_id: typeId, quantity: 1 }],
      buyer: { name: 'Mara Ellis', email: 'mara@example.org' },
    }),
  };
}

/** Sends a request over the network, as a browser does. */
function send({ deps }: TestApp, request: RequestInit) {
  return fetch(`http://127.0.0.1:${deps.config.port}/api/orders`, request);
}

/** Runs `act` while the event is locked, so that the first sale waits in the database and later orders in the queue. */
async function whileLocked<T>({ eventId }: Sale, act: () => Promise<T>): Promise<T> {
  return app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forUpdate().execute();
    return act();
  });
}

async function countOrders({ eventId }: Sale): Promise<number> {
  const orders = await app.db.selectFrom('orders').select('id').where('event_id', '=', eventId).execute();
  return orders.length;
}

async function readRefusal(answer: Response) {
  const { code } = (await answer.json()) as { code: string };
  return { status: answer.status, code, waits: Number(answer.headers.get('retry-after')) > 0 };
}

/** Makes orders wait in the queue for longer than two seconds, so that only another cause can refuse them. */
function keepWaiting(): void {
  const wait = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, milliseconds?: number) =>
    wait(act, milliseconds === 2000 ? 60_000 : milliseconds),
  );
}

const refusal = { status: 503, code: 'unavailable', waits: true };

describe('orders that wait in the queue', () => {
  it('are refused after two seconds, and the answer says when to try again', async () => {
    const sale = await makeSale();
    const sent = await whileLocked(sale, async () => {
      const first = send(app, describeRequest(sale));
      await waitUntilLocked(app, 1);
      const timeouts = vi.spyOn(globalThis, 'setTimeout');
      const second = send(app, describeRequest(sale));
      const findWait = () => timeouts.mock.calls.find(([, milliseconds]) => milliseconds === 2000);
      await expect.poll(findWait).toBeDefined();
      const endWait = findWait()?.[0];
      timeouts.mockRestore();
      endWait?.();
      expect(await readRefusal(await second)).toEqual(refusal);
      return { first };
    });
    expect((await sent.first).status).toBe(201);
    expect(await countOrders(sale)).toBe(1);
  });

  it('are dropped when their buyer disconnects, and later orders are sold', async () => {
    const sale = await makeSale();
    const sent = await whileLocked(sale, async () => {
      const first = send(app, describeRequest(sale));
      await waitUntilLocked(app, 1);
      const leaving = new AbortController();
      const arrived = once(app.app.server, 'request') as Promise<[IncomingMessage]>;
      const second = send(app, { ...describeRequest(sale), signal: leaving.signal });
      const [{ socket }] = await arrived;
      leaving.abort();
      await expect(second).rejects.toThrow('abort');
      await expect.poll(() => socket.destroyed).toBe(true);
      return { first };
    });
    expect((await sent.first).status).toBe(201);
    // This order stands behind the dropped order in the queue.
    expect((await send(app, describeRequest(sale))).status).toBe(201);
    expect(await countOrders(sale)).toBe(2);
  });
});

describe('an order whose database connection is lost during the sale', () => {
  it('is refused when it was not sold, and can be sent again with the same key', async () => {
    const sale = await makeSale();
    const request = describeRequest(sale);
    const sent = await whileLocked(sale, async () => {
      const first = send(app, request);
      await waitUntilLocked(app, 1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db);
      return { refused: await readRefusal(await first) };
    });
    expect(sent.refused).toEqual(refusal);
    expect(await countOrders(sale)).toBe(0);
    expect((await send(other, request)).status).toBe(201);
    expect((await send(app, request)).status).toBe(200);
    expect(await countOrders(sale)).toBe(1);
  });
});

describe('two processes', () => {
  it('sell each order once, and no place twice, when both get the same orders at the same moment', async () => {
    const sale = await makeSale(30);
    const queues = [createSaleQueue(app), createSaleQueue(other)];
    const orders = Array.from({ length: 40 }, () => describeOrder(sale.typeId, 1));
    const outcomes = await Promise.all(
      orders.map((order) => Promise.all(queues.map((queue) => queue.sell(sale.eventId, order, () => false)))),
    );
    const countPairs = (...kinds: string[]) =>
      outcomes.filter((pair) => kinds.every((kind) => pair.some((outcome) => kind in outcome))).length;
    expect(countPairs('sold', 'known')).toBe(30);
    expect(countPairs('refused')).toBe(10);
    expect(await countOrders(sale)).toBe(30);
  });
});

describe('a process that is stopped during a rush', () => {
  it('finishes the sale that has begun, and refuses the orders that wait', async () => {
    const stopping = await startTestApp({ works: false, databaseUrl: database.url });
    const sale = await makeSale();
    const sent = await whileLocked(sale, async () => {
      const first = send(stopping, describeRequest(sale));
      await waitUntilLocked(app, 1);
      const arrived = once(stopping.app.server, 'request');
      keepWaiting();
      const second = send(stopping, describeRequest(sale));
      await arrived;
      const closed = stopping.close();
      expect(await readRefusal(await second)).toEqual(refusal);
      return { first, closed };
    });
    const sold = await sent.first;
    await sold.json();
    expect(sold.status).toBe(201);
    await sent.closed;
    expect(await countOrders(sale)).toBe(1);
  });
});
