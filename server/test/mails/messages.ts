import { randomUUID } from 'node:crypto';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { TestApp } from '../app.ts';
import { makeUser, only, type makeEvent, type TestUser } from '../factories.ts';
import { placeOrder } from '../orders.ts';
import { payOrder } from '../paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../ticket-types.ts';
import { runMailJobs } from './run-order-mails.ts';
import { listMailsTo } from './wait-for-mails.ts';

type Body = BodyInput<Endpoints['POST /events/:id/messages']>;

type EventFields = Parameters<typeof makeEvent>[1];

export const subject = 'Doors open later';

export type Writer = Awaited<ReturnType<typeof makeWriter>>;

/** An organiser who writes to the attendees of their events. */
export async function makeWriter(app: TestApp) {
  const organiser: OrganiserOfTypes = await makeOrganiserOfTypes(app);
  const { token } = organiser;
  const sell = (fields: EventFields = {}) =>
    organiser.makeSale({ price: 0, title: 'The long walk', ...fields });
  return {
    ...organiser,
    sell,
    /** An event with one attendee. */
    sellOne: async (fields: EventFields = {}, recipient?: TestUser) => {
      const [sale, attendee] = [await sell(fields), recipient ?? (await makeUser(app))];
      await organiser.register(sale.id, attendee);
      return { sale, recipient: attendee };
    },
    send: (id: number, fields: Partial<Body> = {}, key: string = randomUUID()) =>
      app.call('POST /events/:id/messages', {
        token,
        params: { id },
        headers: { 'idempotency-key': key },
        body: { subject, text: 'Doors open at **half past seven**.', audience: 'all', ...fields },
      }),
    listSent: async (id: number) =>
      (await app.call('GET /events/:id/messages', { token, params: { id } })).body.messages,
    countAudiences: async (id: number) =>
      (await app.call('GET /events/:id/message-audiences', { token, params: { id } })).body,
  };
}

export function hoursFromNow(app: TestApp, hours: number): Date {
  return new Date(app.clock.now().getTime() + hours * 3_600_000);
}

/** An event that was published a week ago, with one attendee. */
export async function makeAttendedSale(
  app: TestApp,
  organiser: Writer,
  { startsIn, title }: { startsIn: number; title: string },
) {
  const { sale, recipient } = await organiser.sellOne({ title });
  const times = { start_time: hoursFromNow(app, startsIn), end_time: hoursFromNow(app, startsIn + 2) };
  await app.db
    .updateTable('events')
    .set({ ...times, published_at: hoursFromNow(app, -7 * 24) })
    .where('id', '=', sale.id)
    .execute();
  return { ...sale, recipient };
}

export async function deliverMessages(app: TestApp): Promise<void> {
  await runMailJobs(app, '^messages.spread');
  await runMailJobs(app, '^messages.send');
}

export function readMail(app: TestApp, to: { email: string }, word = subject) {
  return only(listMailsTo(app, to, word));
}

/** A guest orders tickets. Guests who pay have shown that they ordered. */
export async function orderAsGuest(
  app: TestApp,
  { id, typeId }: { id: number; typeId: number },
  { pays = false, quantity = 1 } = {},
) {
  const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity }] });
  if (pays) await payOrder(app, order.number);
  return { ...order, email: String(order.buyer_email) };
}
