import { randomUUID } from 'node:crypto';
import { readOrderNumber } from '../orders.ts';
import type { Step } from './steps.ts';
import { ask, choose, type World } from './world.ts';

const newest = 10;

async function findTicket({ apps, events }: World, pick: number): Promise<number | undefined> {
  const tickets = await apps[0].db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', 'in', events)
    .where('ticket_code', 'is not', null)
    .orderBy('id', 'desc')
    .limit(newest)
    .execute();
  return choose(tickets, pick)?.id;
}

export async function giveTicket(world: World, { app, person, event }: Step) {
  const as = world.organiser;
  const body = { event_id: world.events[event] ?? 0, user_id: world.people[person]?.id ?? 0 };
  return (await ask(world, app, 'POST /tickets', { as, body })).outcome;
}

export async function refund(world: World, { app, pick }: Step) {
  const ticketId = await findTicket(world, pick);
  if (!ticketId) return 'nothing to refund';
  const request = { as: world.organiser, params: { ticketId } };
  return (await ask(world, app, 'POST /stripe/refund/:ticketId', request)).outcome;
}

/** Refunds all that is left of an order, or only an amount. Two times in three, the refund also ends the ticket. */
export async function refundPart(world: World, { app, pick }: Step) {
  const ticketId = await findTicket(world, pick);
  if (!ticketId) return 'nothing to refund';
  const request = {
    as: world.organiser,
    params: { number: await readOrderNumber(world.apps[0], ticketId) },
    headers: { 'idempotency-key': randomUUID() },
    body: {
      cancel_tickets: pick % 3 !== 0,
      ...(pick % 4 !== 0 && { amount: choose([0.01, 1, 2.5, 5], pick >> 4) }),
    },
  };
  return (await ask(world, app, 'POST /orders/:number/refunds', request)).outcome;
}

/** Refunds some tickets of an order, in full or by an amount. Half of the time, the refund also ends the tickets. */
export async function refundTickets(world: World, { app, pick }: Step) {
  const ticketId = await findTicket(world, pick >> 2);
  const tickets = await world.apps[0].db
    .selectFrom('tickets')
    .select('id')
    .where('payment_id', '=', (nested) =>
      nested
        .selectFrom('tickets')
        .select('payment_id')
        .where('id', '=', ticketId ?? 0),
    )
    .orderBy('id')
    .execute();
  const ticket_ids = tickets.filter((_, n) => (pick >> (n + 6)) % 2 === 0).map(({ id }) => id);
  if (ticketId === undefined || ticket_ids.length === 0) return 'nothing to refund';
  const amount = choose([undefined, undefined, 0.5, 3], pick >> 2);
  const answer = await ask(world, app, 'POST /orders/:number/refunds', {
    as: world.organiser,
    params: { number: await readOrderNumber(world.apps[0], ticketId) },
    headers: { 'idempotency-key': randomUUID() },
    body: { cancel_tickets: pick % 2 === 0, ticket_ids, amount },
  });
  return `${ticket_ids.join()} ${amount ?? 'whole'}: ${answer.outcome}`;
}

/** Changes the price, the limits or the sale of a ticket type. */
export async function changeType(world: World, { app, event, pick }: Step) {
  const id = world.events[event] ?? 0;
  const types = await world.apps[0].db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', id)
    .orderBy('id')
    .execute();
  const type = choose(types, pick);
  if (!type) return 'nothing to change';
  const changes = [
    { price: 2 + ((pick >> 8) % 5) },
    { quantity: 1 + ((pick >> 8) % 6) },
    { quantity: null },
    { paused: true },
    { paused: false },
    { paused: false },
    { max_per_buyer: 1 + ((pick >> 8) % 4) },
    { max_per_buyer: null },
  ];
  const body = choose(changes, pick >> 4) ?? {};
  const request = { as: world.organiser, params: { id, typeId: type.id }, body };
  return `${JSON.stringify(body)}: ${(await ask(world, app, 'PATCH /events/:id/ticket-types/:typeId', request)).outcome}`;
}

/** Changes the limits of a promo code, ends the code or opens it again. */
export async function changeCode(world: World, { app, event, pick }: Step) {
  const id = world.events[event] ?? 0;
  const codes = await world.apps[0].db
    .selectFrom('promo_codes')
    .select('id')
    .where('event_id', '=', id)
    .orderBy('id')
    .execute();
  const code = choose(codes, pick);
  if (!code) return 'nothing to change';
  const max = 1 + ((pick >> 8) % 5);
  const changes = [
    { max_uses: max },
    { max_uses: null },
    { max_per_buyer: max },
    { ended: true },
    { ended: false },
  ];
  const body = choose(changes, pick >> 4) ?? {};
  const request = { as: world.organiser, params: { id, codeId: code.id }, body };
  return `${JSON.stringify(body)}: ${(await ask(world, app, 'PATCH /events/:id/promo-codes/:codeId', request)).outcome}`;
}

export async function changeTicket(world: World, { app, pick }: Step) {
  const id = await findTicket(world, pick);
  if (!id) return 'nothing to change';
  const status = choose(['used', 'used', 'valid', 'cancelled'] as const, pick >> 4) ?? 'used';
  const request = { as: world.organiser, params: { id }, body: { status } };
  return `${status}: ${(await ask(world, app, 'PATCH /tickets/:id', request)).outcome}`;
}

export async function deleteTicket(world: World, { app, pick }: Step) {
  const id = await findTicket(world, pick);
  if (!id) return 'nothing to delete';
  return (await ask(world, app, 'DELETE /tickets/:id', { as: world.organiser, params: { id } })).outcome;
}

function changeEvent(world: World, { app, event }: Step, body: object) {
  const request = { as: world.organiser, params: { id: world.events[event] ?? 0 }, body };
  return ask(world, app, 'PATCH /events/:id', request);
}

export async function changeCapacity(world: World, step: Step) {
  const max_attendees = 1 + (step.pick % 6);
  return `${max_attendees}: ${(await changeEvent(world, step, { max_attendees })).outcome}`;
}

export async function changePrice(world: World, step: Step) {
  const price = [0, 5, 7, 12.34][step.pick % 4];
  return `${price}: ${(await changeEvent(world, step, { price })).outcome}`;
}

const statuses = ['cancelled', 'draft', 'published', 'published', 'published', 'published'] as const;

/** Usually publishes the event. Sometimes cancels the event or makes it a draft. */
export async function changeStatus(world: World, step: Step) {
  const status = choose(statuses, step.pick);
  return `${status}: ${(await changeEvent(world, step, { status })).outcome}`;
}

export async function deleteEvent(world: World, { app, event }: Step) {
  const params = { id: world.events[event] ?? 0 };
  return (await ask(world, app, 'DELETE /events/:id', { as: world.organiser, params })).outcome;
}
