import { randomUUID } from 'node:crypto';
import { makeDevice, type NewOrder } from '../orders.ts';
import type { Buyer, Processes } from './processes.ts';

export async function addType(
  processes: Processes,
  { organiser, eventId }: { organiser: Buyer; eventId: number },
  body: { name: string; price: number; quantity?: number },
): Promise<number> {
  const request = { token: organiser.token, params: { id: eventId }, body };
  return (await processes.call(0, 'POST /events/:id/ticket-types', request)).body.ticket_type.id;
}

/** Finds the id of the ticket type that an event was created with. */
export async function findFirstType(processes: Processes, eventId: number): Promise<number> {
  const { body } = await processes.call(0, 'GET /events/:id/ticket-types', { params: { id: eventId } });
  return body.ticket_types[0]?.id ?? 0;
}

/** The device of a guest, and the idempotency key of the guest's order. */
export interface OrderingGuest {
  device: string;
  key: string;
  email: string;
}

export function makeGuest(): OrderingGuest {
  const key = randomUUID();
  return { device: makeDevice(), key, email: `guest-${key}@example.org` };
}

/** Sends an order of a guest, by default a new one, to the process with this number. */
export function orderAsGuest(
  processes: Processes,
  which: number,
  body: NewOrder,
  { device, key, email }: OrderingGuest = makeGuest(),
) {
  const headers = { 'idempotency-key': key, 'x-device-id': device };
  const buyer = { name: 'Mara Ellis', email };
  return processes.call(which, 'POST /orders', { headers, body: { buyer, ...body } });
}

export function openOrderPage(
  processes: Processes,
  which: number,
  { number, key = '' }: { number: string; key?: string },
) {
  const request = { params: { number }, headers: { 'x-order-key': key } };
  return processes.call(which, 'POST /orders/:number/checkout', request);
}
