import { randomBytes, randomUUID } from 'node:crypto';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { WantedOrder } from '../src/features/orders/sale/sell.service.ts';
import type { TestApp } from './app.ts';
import { only } from './factories.ts';

export type NewOrder = BodyInput<Endpoints['POST /orders']>;

export interface Sender {
  /** The access token of an account. Without a token, the buyer is a guest. */
  token?: string;
  /** The device of the guest; by default a new one. */
  device?: string;
  /** The idempotency key; by default a new one. */
  key?: string;
}

export function makeDevice(): string {
  return randomBytes(16).toString('base64url');
}

export function sendOrder(app: TestApp, body: NewOrder, sender: Sender = {}) {
  const { token, device = makeDevice(), key = randomUUID() } = sender;
  const buyer = { name: 'Mara Ellis', email: `guest-${randomUUID()}@example.org` };
  return app.call('POST /orders', {
    token,
    headers: { 'idempotency-key': key, ...(!token && { 'x-device-id': device }) },
    body: { ...(!token && { buyer }), ...body },
  });
}

export async function placeOrder(app: TestApp, body: NewOrder, sender?: Sender) {
  const answer = await sendOrder(app, body, sender);
  if (answer.status !== 201) throw new Error(`Nothing was ordered: ${JSON.stringify(answer.body)}`);
  return answer.body.order;
}

export async function findOnlyType(app: TestApp, eventId: number): Promise<number> {
  const types = await app.db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .execute();
  return only(types).id;
}

export async function readOrderNumber(app: TestApp, ticketId: number): Promise<string> {
  const { number } = await app.db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .select('orders.number')
    .where('tickets.id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return number;
}

/** The form in which the database function `sell` takes an order of free tickets. */
export function describeOrder(typeId: number, count: number, fields: Partial<WantedOrder> = {}): WantedOrder {
  const key = randomUUID();
  return {
    number: key.slice(0, 18),
    key_salt: randomUUID(),
    user_id: null,
    buyer_name: 'Mara Ellis',
    buyer_email: 'mara@example.org',
    device_hash: null,
    made_by: null,
    key,
    body_hash: 'aa',
    hold_until: null,
    replaces: null,
    promo_code_id: null,
    promo_terms: null,
    subtotal: 0,
    discount: 0,
    needs_public: false,
    channel: 'web',
    locale: 'en-GB',
    items: [{ type: typeId, count, price: 0, is_unlocked: false }],
    tickets: Array.from({ length: count }, (_, place) => ({
      place: place + 1,
      type: typeId,
      name: 'General admission',
      attendee_name: null,
      attendee_email: null,
      list: 0,
      discount: 0,
      code: randomUUID(),
      short_code: randomUUID().slice(0, 10),
    })),
    ...fields,
  };
}
