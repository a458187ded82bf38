import { randomUUID } from 'node:crypto';
import type { Foyer } from './server.ts';
import { call, type User } from './users.ts';

export interface PlacedOrder {
  number: string;
  /** Opens the order of a guest. Orders of accounts have no key. */
  key?: string;
}

/** Returns the id of the first ticket type of a public event. */
export async function findFirstType(foyer: Foyer, eventId: number): Promise<number> {
  const { ticket_types: types } = await call<{ ticket_types: { id: number }[] }>(
    foyer,
    `GET /events/${eventId}/ticket-types`,
    null,
  );
  const [first] = types;
  if (!first) throw new Error(`Event ${eventId} has no ticket type`);
  return first.id;
}

interface Wanted {
  eventId: number;
  quantity?: number;
}

/** Orders tickets of the first ticket type of a public event over the API. Nobody pays for them. */
export async function placeOrder(
  foyer: Foyer,
  buyer: User | { name: string; email: string },
  { eventId, quantity = 1 }: Wanted,
): Promise<PlacedOrder> {
  const items = [{ ticket_type_id: await findFirstType(foyer, eventId), quantity }];
  const isUser = 'token' in buyer;
  const body = { event_id: eventId, items, ...(isUser ? {} : { buyer }) };
  const { order } = await call<{ order: PlacedOrder }>(foyer, 'POST /orders', isUser ? buyer : null, body, {
    'idempotency-key': randomUUID(),
    ...(isUser ? {} : { 'x-device-id': randomUUID() }),
  });
  return order;
}
