import { randomUUID } from 'node:crypto';
import { publishTypes } from '../../e2e/attendees/sales.ts';
import { call, createUser, publishEventBy } from '../../e2e/users.ts';

/** @import { Foyer } from '../../e2e/server.ts' */
/** @import { User } from '../../e2e/users.ts' */

/** @typedef {{ number: string, key?: string, tickets: { id: number, ticket_code: string | null }[] }} PlacedOrder */

/** Events that sell nothing now, and how each of them gets its only ticket type into this state. */
const closedSales = [
  { state: 'only-with-code', title: 'A Table for Members', change: { visibility: 'hidden' } },
  { state: 'not-yet', title: 'Spring Swim at the Lido', change: { sales_start: '2031-04-01T09:00:00.000Z' } },
  { state: 'paused', title: 'Lantern Walk, East Bank', change: { paused: true } },
];

/**
 * Creates an event for each state in which nothing is on sale.
 * @param {Foyer} foyer
 * @param {User} organiser
 */
export async function publishClosedSales(foyer, organiser) {
  const events = [];
  for (const { state, title, change } of closedSales) {
    const eventId = await publishEventBy(foyer, organiser, { title, price: 14 });
    const [type] = await listTypes(foyer, eventId, organiser);
    await call(foyer, `PATCH /events/${eventId}/ticket-types/${type}`, organiser, change);
    events.push({ state, eventId });
  }
  const eventId = await publishTypes(foyer, organiser, 'Two Nights of Shadow Puppets', [
    { name: 'Front rows', price: 0, quantity: 1 },
    { name: 'Gallery', price: 0, quantity: 1 },
  ]);
  const buyer = await createUser(foyer, 'ines');
  await placeOrder(foyer, { eventId, buyer, quantities: [1, 1] });
  return [...events, { state: 'sold-out', eventId }];
}

/**
 * @param {Foyer} foyer
 * @param {number} eventId
 * @param {User | null} user
 * @returns {Promise<number[]>}
 */
async function listTypes(foyer, eventId, user) {
  /** @type {{ ticket_types: { id: number }[] }} */
  const { ticket_types: types } = await call(foyer, `GET /events/${eventId}/ticket-types`, user);
  return types.map(({ id }) => id);
}

/**
 * Orders tickets, as many of each type as `quantities` says in the order of the types.
 * @param {Foyer} foyer
 * @param {{ eventId: number, buyer: User | null, quantities: number[], names?: string[] }} wish
 * @returns {Promise<PlacedOrder>}
 */
export async function placeOrder(foyer, { eventId, buyer, quantities, names = [] }) {
  const types = await listTypes(foyer, eventId, buyer);
  let named = 0;
  const items = quantities.map((quantity, index) => {
    const attendees = names.slice(named, (named += quantity)).map((name) => ({ name }));
    return { ticket_type_id: types[index], quantity, attendees };
  });
  const body = {
    event_id: eventId,
    items,
    buyer: buyer ? undefined : { name: 'Hester Quill', email: 'hester.quill@example.org' },
  };
  /** @type {{ order: PlacedOrder }} */
  const { order } = await call(foyer, 'POST /orders', buyer, body, {
    'idempotency-key': randomUUID(),
    'x-device-id': randomUUID(),
  });
  return order;
}

/**
 * Pays for an order on the card page.
 * @param {Foyer} foyer
 * @param {User} buyer
 * @param {string} number
 */
async function payForOrder(foyer, buyer, number) {
  /** @type {{ url: string }} */
  const { url } = await call(foyer, `POST /orders/${number}/checkout`, buyer);
  const card = { number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'B' };
  const form = new URLSearchParams({ email: buyer.email, ...card });
  await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  await call(foyer, `POST /orders/${number}/settle`, buyer);
}

/**
 * Sells four paid tickets. Then the buyer gives the second one away and cancels the third one.
 * @param {Foyer} foyer
 * @param {User} organiser
 * @param {User} buyer
 */
export async function sellChangedOrder(foyer, organiser, buyer) {
  const eventId = await publishTypes(foyer, organiser, 'The Winter Marionettes', [
    { name: 'Adult', price: 12 },
    { name: 'Child', price: 6 },
  ]);
  await call(foyer, `PATCH /events/${eventId}`, organiser, { refund_days: 7 });
  const names = ['Robin Marlow', 'Robin Marlow', 'Ivy Marlow', 'Otis Marlow'];
  const { number } = await placeOrder(foyer, { eventId, buyer, quantities: [2, 2], names });
  await payForOrder(foyer, buyer, number);
  /** @type {{ order: PlacedOrder }} */
  const { order } = await call(foyer, `GET /orders/${number}`, buyer);
  const [, given, cancelled] = order.tickets;
  const holder = { name: 'Ivo Marsh', email: 'ivo.marsh@example.org' };
  await call(foyer, `POST /tickets/${given?.id}/transfer`, buyer, holder, {
    'idempotency-key': randomUUID(),
  });
  await call(foyer, `POST /orders/${number}/cancel`, buyer, { ticket_ids: [cancelled?.id] });
  return { eventId, number };
}

/**
 * Sells two paid tickets whose money goes back while the tickets stay valid.
 * @param {Foyer} foyer
 * @param {User} organiser
 * @param {number} eventId
 * @param {User} buyer
 */
export async function sellRefundedOrder(foyer, organiser, eventId, buyer) {
  const names = ['June Petrie', 'Edmund Petrie'];
  const { number } = await placeOrder(foyer, { eventId, buyer, quantities: [2], names });
  await payForOrder(foyer, buyer, number);
  const body = { cancel_tickets: false, reason: 'The heating failed.' };
  await call(foyer, `POST /orders/${number}/refunds`, organiser, body, { 'idempotency-key': randomUUID() });
  return number;
}

/**
 * Sells three tickets of one order for an event that starts now.
 * @param {Foyer} foyer
 * @param {User} organiser
 */
export async function sellGroup(foyer, organiser) {
  const eventId = await publishEventBy(foyer, organiser, { title: 'Ceilidh in the Barn', startsIn: 60_000 });
  const buyer = await createUser(foyer, 'gus');
  const names = ['Mara Ellis', 'Ivo Marsh', 'Nell Marsh'];
  const { tickets } = await placeOrder(foyer, { eventId, buyer, quantities: [3], names });
  return { eventId, codes: tickets.map(({ ticket_code }) => ticket_code ?? '') };
}
