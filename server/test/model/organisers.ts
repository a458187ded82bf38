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

/** Refunds an amount of an order, or all that is left. Two times in three the ticket ends. */
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
