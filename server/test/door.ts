import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { findOnlyType, placeOrder } from './orders.ts';

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
