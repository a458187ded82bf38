import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/db/connect.ts';
import { createDice, type Dice } from './dice.ts';
import { assertPredicted, predictOrder } from './predictions.ts';
import { eventCount, singleCount, type Step } from './steps.ts';
import {
  ask,
  choose,
  recordSession,
  type Guest,
  type OrderBody,
  type PlacedOrder,
  type World,
} from './world.ts';
import type { SignedIn } from '../people.ts';

const newest = 12;

/** Orders tickets of one or more types. If no other step runs at the same time, the model predicts the answer. */
export async function order(world: World, { app, person, event, pick }: Step): Promise<string> {
  const dice = createDice(pick);
  const buyer = dice(2) === 0 ? world.people[person] : world.guests[person % world.guests.length];
  if (!buyer) throw new Error(`There is no person ${person}`);
  // Prefer the events with several ticket types.
  const place = dice(2) === 0 ? event : singleCount + (event % (eventCount - singleCount));
  const body = await chooseOrder(world, world.events[place] ?? 0, { buyer, dice });
  const prediction = world.isAlone ? await predictOrder(world, buyer, body) : undefined;
  const idempotencyKey = randomUUID();
  const answer = await send(world, app, { buyer, body, idempotencyKey });
  if (prediction) assertPredicted(prediction, answer);
  if (answer.status !== 201) return `${describe(body)}: ${answer.outcome}`;
  const { number, key: orderKey, total } = answer.body.order;
  world.orders.push({ number, buyer, orderKey, body, idempotencyKey });
  return `${describe(body)}: ${number} for ${total}`;
}

function describe({ items, promo_code, replaces }: OrderBody): string {
  const tickets = items
    .map(({ ticket_type_id, quantity }) => `${quantity} of ${ticket_type_id}`)
    .join(' and ');
  return `${tickets}${promo_code ? ` with ${promo_code}` : ''}${replaces ? ` instead of ${replaces}` : ''}`;
}

function isGuest(buyer: SignedIn | Guest): buyer is Guest {
  return 'device' in buyer;
}

async function chooseOrder(
  world: World,
  event_id: number,
  { buyer, dice }: { buyer: SignedIn | Guest; dice: Dice },
): Promise<OrderBody> {
  const { db } = world.apps[0];
  const types = await db
    .selectFrom('ticket_types')
    .select(['id', 'visibility'])
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute();
  const codes = await db
    .selectFrom('promo_codes')
    .select('code')
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute();
  const wanted = types.filter(({ visibility }) => dice(visibility === 'hidden' ? 6 : 3) === 0);
  const chosen = wanted.length > 0 ? wanted : types.slice(0, 1);
  const items = chosen.map(({ id }) => {
    const quantity = 1 + dice(3);
    const attendees = [{ name: 'Ivo Marsh' }, { name: 'Rosa Lind', email: 'rosa@example.org' }];
    return {
      ticket_type_id: id,
      quantity,
      ...(dice(3) === 0 && { attendees: attendees.slice(0, quantity) }),
    };
  });
  // A deleted event has no ticket types. The contract refuses an order without items, so ask for any ticket type.
  if (items.length === 0) items.push({ ticket_type_id: 1, quantity: 1 });
  const known = dice(2) === 0 ? choose(codes, dice(64))?.code : undefined;
  const promo_code = dice(20) === 0 ? 'NONSENSE' : dice(2) === 0 ? known : known?.toLowerCase();
  const own = isGuest(buyer)
    ? world.orders.findLast((one) => one.buyer === buyer && one.body.event_id === event_id)
    : await findNewestOrder(db, buyer, event_id);
  const replaced = dice(12) === 0 ? world.orders.at(-1) : own;
  return {
    event_id,
    items,
    promo_code,
    replaces: dice(2) === 0 ? replaced?.number : undefined,
    expected_total: dice(16) === 0 ? dice(20) : undefined,
    buyer: isGuest(buyer) ? { name: 'Mara Ellis', email: buyer.email } : undefined,
  };
}

/** Finds the order that the account placed last, with a call of the older API or with `POST /orders`. */
function findNewestOrder(db: Db, { id }: SignedIn, eventId: number) {
  return db
    .selectFrom('orders')
    .select('number')
    .where('event_id', '=', eventId)
    .where('user_id', '=', id)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function send(
  world: World,
  app: 0 | 1,
  { buyer, body, idempotencyKey }: Pick<PlacedOrder, 'buyer' | 'body' | 'idempotencyKey'>,
) {
  const device = isGuest(buyer) ? { 'x-device-id': buyer.device } : {};
  const headers = { 'idempotency-key': idempotencyKey, ...device };
  return ask(world, app, 'POST /orders', { as: isGuest(buyer) ? undefined : buyer, headers, body });
}

/** Sends an order again. The answer must be the same order, even if the server would now refuse it as a new order. */
export async function orderAgain(world: World, { app, pick }: Step): Promise<string> {
  const placed = choose(world.orders.slice(-newest), pick);
  if (!placed) return 'nothing to send again';
  const isOther = pick % 7 === 0;
  const body = isOther
    ? { ...placed.body, items: placed.body.items.slice(0, 1), expected_total: 1 }
    : placed.body;
  const answer = await send(world, app, { ...placed, body });
  if (!(await findOrder(world, placed)) || !world.isAlone) return `${answer.outcome}`;
  const isSame = answer.status === 200 && answer.body.order.number === placed.number;
  if (isOther ? answer.body.code !== 'idempotency_key_reused' : !isSame) {
    throw new Error(`The order ${placed.number} was sent again, and the answer was ${answer.outcome}`);
  }
  return `${placed.number}: ${answer.outcome}`;
}

/** Finds an order with its buyer. An order is deleted with its event, and belongs to nobody after its buyer's account is deleted. */
function findOrder({ apps }: World, { number, buyer }: PlacedOrder) {
  let query = apps[0].db.selectFrom('orders').select(['id', 'status']).where('number', '=', number);
  if (!isGuest(buyer)) query = query.where('user_id', '=', buyer.id);
  return query.executeTakeFirst();
}

/** Chooses one of the newest orders, usually one with this status. */
async function chooseOrderOf(
  { apps, orders }: World,
  pick: number,
  status: 'held' | 'confirmed',
): Promise<PlacedOrder | undefined> {
  if (pick % 6 === 0 || orders.length === 0) return choose(orders.slice(-newest), pick >> 3);
  const rows = await apps[0].db
    .selectFrom('orders')
    .select('number')
    .where('status', '=', status)
    .where(
      'number',
      'in',
      orders.slice(-5 * newest).map(({ number }) => number),
    )
    .execute();
  const numbers = new Set(rows.map(({ number }) => number));
  return choose(orders.filter(({ number }) => numbers.has(number)).slice(-newest), pick >> 3);
}

/** Describes a call about an order, with the buyer's token or the key of the order. */
function callFor({ number, buyer, orderKey }: PlacedOrder) {
  return {
    as: isGuest(buyer) ? undefined : buyer,
    params: { number },
    headers: orderKey === undefined ? {} : { 'x-order-key': orderKey },
  };
}

export async function openOrderPage(world: World, { app, pick }: Step): Promise<string> {
  const placed = await chooseOrderOf(world, pick, 'held');
  if (!placed) return 'nothing to pay';
  const answer = await ask(world, app, 'POST /orders/:number/checkout', callFor(placed));
  if (answer.status === 200) recordSession(world, answer.body.session_id, placed);
  return `${placed.number}: ${answer.outcome}`;
}

export async function moreTime(world: World, { app, pick }: Step): Promise<string> {
  const placed = await chooseOrderOf(world, pick, 'held');
  if (!placed) return 'nothing to extend';
  const answer = await ask(world, app, 'POST /orders/:number/more-time', callFor(placed));
  if (answer.status === 200) recordSession(world, answer.body.session_id, placed);
  return `${placed.number}: ${answer.outcome}`;
}

/** The buyer of an order returns from the payment page. */
export async function settleOrder(world: World, app: 0 | 1, placed: PlacedOrder): Promise<string> {
  const { outcome } = await ask(world, app, 'POST /orders/:number/settle', callFor(placed));
  return `${placed.number}: ${outcome}`;
}

function listTicketsOf({ apps }: World, { number }: PlacedOrder) {
  return apps[0].db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select([
      'tickets.id',
      'tickets.status',
      'tickets.transferred_at',
      'tickets.ticket_code',
      'tickets.short_code',
    ])
    .where('orders.number', '=', number)
    .orderBy('tickets.id')
    .execute();
}

/** Cancels a whole order or one of its tickets. The buyer must not cancel a ticket that somebody else holds. */
export async function cancelOrder(world: World, { app, pick }: Step): Promise<string> {
  const placed = await chooseOrderOf(world, pick, pick % 5 === 0 ? 'held' : 'confirmed');
  if (!placed) return 'nothing to cancel';
  const tickets = await listTicketsOf(world, placed);
  const one = choose(tickets, pick >> 7);
  const body = pick % 2 === 0 && one ? { ticket_ids: [one.id] } : {};
  const { outcome } = await ask(world, app, 'POST /orders/:number/cancel', { ...callFor(placed), body });
  if (world.isAlone) {
    const after = new Map((await listTicketsOf(world, placed)).map(({ id, status }) => [id, status]));
    const refundedOutside = await listTicketsRefundedOutside(world, placed);
    const taken = tickets.find(
      ({ id, transferred_at, status }) =>
        transferred_at && after.get(id) !== status && !refundedOutside.includes(id),
    );
    if (taken)
      throw new Error(`The buyer of ${placed.number} cancelled the ticket ${taken.id} of somebody else`);
  }
  return `${placed.number}: ${outcome}`;
}

/** A cancellation first reads the payment at the provider, and so may find that the organiser refunded it there. */
async function listTicketsRefundedOutside({ apps }: World, { number }: PlacedOrder): Promise<number[]> {
  const tickets = await apps[0].db
    .selectFrom('refund_tickets')
    .innerJoin('refunds', 'refunds.id', 'refund_tickets.refund_id')
    .innerJoin('tickets', 'tickets.id', 'refund_tickets.ticket_id')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('tickets.id')
    .where('orders.number', '=', number)
    .where('refunds.made_outside', '=', true)
    .where('refunds.ends_tickets', '=', true)
    .execute();
  return tickets.map(({ id }) => id);
}

export async function renameTickets(world: World, { app, pick }: Step): Promise<string> {
  const placed = await chooseOrderOf(world, pick, 'confirmed');
  const ticket = placed && choose(await listTicketsOf(world, placed), pick >> 7);
  if (!ticket) return 'nothing to rename';
  const email = pick % 3 === 0 ? 'ivo@example.org' : undefined;
  const body = { tickets: [{ id: ticket.id, name: 'Ivo Marsh', email }] };
  const { outcome } = await ask(world, app, 'PATCH /orders/:number', { ...callFor(placed), body });
  return `${placed.number}: ${outcome}`;
}

/** Gives a valid ticket to somebody else. Afterwards, the buyer must not see its new code. */
export async function transferTicket(world: World, { app, pick }: Step): Promise<string> {
  const placed = await chooseOrderOf(world, pick, 'confirmed');
  if (!placed) return 'nothing to give away';
  const valid = (await listTicketsOf(world, placed)).filter(({ status }) => status === 'valid');
  const ticket = choose(valid, pick >> 7);
  if (!ticket) return 'nothing to give away';
  const { as, headers } = callFor(placed);
  const answer = await ask(world, app, 'POST /tickets/:id/transfer', {
    as,
    params: { id: ticket.id },
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: { name: 'Rosa Lind', email: 'rosa@example.org' },
  });
  if (answer.status !== 200) return `${ticket.id}: ${answer.outcome}`;
  world.oldCodes.push(...[ticket.ticket_code, ticket.short_code].filter((code) => code !== null));
  const { status, body } = await ask(world, app, 'GET /orders/:number', callFor(placed));
  const shown = status === 200 ? body.order.tickets.find(({ id }) => id === ticket.id) : undefined;
  if (shown?.ticket_code || shown?.short_code) throw new Error(`The buyer sees the new code of ${ticket.id}`);
  return `${ticket.id}: ${answer.outcome}`;
}
