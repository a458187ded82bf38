import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import type { SignedIn } from '../people.ts';
import type { Guest, OrderBody, World } from './world.ts';

interface Prediction {
  /** All reasons for which the server may refuse the order. If there is none, the server must sell the order. */
  reasons: Set<string>;
  totalPence: number;
  count: number;
  /** For each ticket type, the numbers of remaining tickets that a refusal may name. */
  left: Map<number, number[]>;
}

/** The default of HOLD_MINUTES. */
const holdMs = 30 * 60_000;

const millisecond = (time: Date | null, otherwise: number) => time?.getTime() ?? otherwise;

/**
 * Predicts the answer to an order from the rows of the database. The prediction shares no code with the server, and
 * counts tickets and orders instead of reading counters.
 */
export async function predictOrder(
  { apps, clock }: World,
  buyer: SignedIn | Guest,
  body: OrderBody,
): Promise<Prediction> {
  const { db } = apps[0];
  const now = clock.now().getTime();
  const reasons = new Set<string>();
  const event = await db
    .selectFrom('events')
    .select(['status', 'start_time', 'end_time', 'max_attendees', 'team_id'])
    .where('id', '=', body.event_id)
    .executeTakeFirst();
  if (!event) reasons.add('event_not_found');
  else if (event.status !== 'published') reasons.add('event_not_published').add('event_not_found');
  if (event && event.start_time.getTime() <= now) reasons.add('event_started').add('event_ended');
  const account = 'device' in buyer ? undefined : await findAccount(db, buyer.id);
  if (!('device' in buyer) && !account) reasons.add('invalid_token');
  const email = buyer.email.toLowerCase();
  const hold = await findReplaced(db, buyer, body, reasons);
  const replaced = hold?.id;
  const holds = await listHolds(db, buyer, body.event_id);
  if (holds.some((id) => id !== replaced)) reasons.add('order_open');
  const code = await predictCode(db, { body, email, replaced, now, teamId: event?.team_id ?? 0 }, reasons);
  const left = await predictPlaces(db, { body, email, replaced, now, code }, reasons);
  const total = await countTotal(db, body, code);
  if (body.expected_total !== undefined && Math.round(body.expected_total * 100) !== total)
    reasons.add('price_changed');
  const heldMs = hold ? now - (hold.held_since ?? hold.placed_at).getTime() : 0;
  if (total > 0 && heldMs >= holdMs) reasons.add('too_late_to_replace');
  const count = body.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return { reasons, totalPence: total, count, left };
}

function findAccount(db: Db, id: number) {
  return db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
}

function ofBuyer(buyer: SignedIn | Guest) {
  return 'device' in buyer
    ? sql<boolean>`user_id is null and device_hash = sha256(${buyer.device}::bytea)`
    : sql<boolean>`user_id = ${buyer.id}`;
}

/** Finds the buyer's own hold that the order replaces. */
async function findReplaced(db: Db, buyer: SignedIn | Guest, body: OrderBody, reasons: Set<string>) {
  if (body.replaces === undefined) return undefined;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'status', 'held_since', 'placed_at'])
    .where('number', '=', body.replaces)
    .where('event_id', '=', body.event_id)
    .where(ofBuyer(buyer))
    .executeTakeFirst();
  if (!order) reasons.add('order_not_found');
  if (order?.status === 'confirmed') reasons.add('order_not_held');
  return order?.status === 'held' ? order : undefined;
}

async function listHolds(db: Db, buyer: SignedIn | Guest, eventId: number): Promise<number[]> {
  const holds = await db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'held')
    .where(ofBuyer(buyer))
    .execute();
  return holds.map(({ id }) => id);
}

interface Facts {
  body: OrderBody;
  email: string;
  /** The id of the buyer's own hold that this order replaces. */
  replaced: number | undefined;
  now: number;
}

type Code = Awaited<ReturnType<typeof predictCode>>;

/** Finds the promo code, and adds the reasons why the buyer cannot use it. */
async function predictCode(
  db: Db,
  { body, email, replaced, now, teamId }: Facts & { teamId: number },
  reasons: Set<string>,
) {
  if (body.promo_code === undefined) return undefined;
  const { rows } = await sql<{
    id: number;
    kind: string;
    percent: number | null;
    amount_pence: number | null;
    starts_at: Date | null;
    ends_at: Date | null;
    ended_at: Date | null;
    max_uses: number | null;
    max_per_buyer: number | null;
    types: number[];
    uses: number;
    uses_of_buyer: number;
  }>`
    select promo_codes.*, uses.uses, uses.uses_of_buyer, coalesce(
      (select json_agg(ticket_type_id) from promo_code_types where promo_code_id = promo_codes.id), '[]'
    ) as types
    from promo_codes, lateral (
      select count(*)::integer as uses,
        (count(*) filter (where lower(buyer_email) = ${email}))::integer as uses_of_buyer
      from orders where promo_code_id = promo_codes.id and id <> ${replaced ?? 0} and exists (
        select from tickets where order_id = orders.id and status in ('held', 'valid', 'used')
      )
    ) uses
    where upper(code) = ${body.promo_code.toUpperCase()}
      and (event_id = ${body.event_id} or event_id is null and team_id = ${teamId})`.execute(db);
  const code = rows[0];
  if (!code) {
    reasons.add('promo_code_unknown');
    return undefined;
  }
  if (code.ended_at !== null || millisecond(code.ends_at, Infinity) <= now) reasons.add('promo_code_ended');
  if (millisecond(code.starts_at, 0) > now) reasons.add('promo_code_ended');
  if (code.uses >= (code.max_uses ?? Infinity)) reasons.add('promo_code_used_up');
  if (code.uses_of_buyer >= (code.max_per_buyer ?? Infinity)) reasons.add('promo_code_used_up');
  return code;
}

interface TypeFacts {
  id: number;
  price_pence: number;
  visibility: string;
  paused: boolean;
  archived_at: Date | null;
  sales_start: Date | null;
  sales_end: Date | null;
  min_per_order: number;
  max_per_order: number;
  max_per_buyer: number | null;
  quantity: number | null;
  live: number;
  live_of_buyer: number;
  seats: number | null;
  live_at_event: number;
}

/** Lists the ticket types of the event, with their tickets that are held, valid or used. */
async function listTypes(db: Db, { body, email, replaced = 0 }: Facts): Promise<TypeFacts[]> {
  const { rows } = await sql<TypeFacts>`
    select type.*, counted.*, events.max_attendees as seats, (
      select count(*)::integer from tickets
      where event_id = events.id and status in ('held', 'valid', 'used') and order_id <> ${replaced}
    ) as live_at_event
    from ticket_types type join events on events.id = type.event_id, lateral (
      select count(*)::integer as live,
        (count(*) filter (where lower(orders.buyer_email) = ${email}))::integer as live_of_buyer
      from tickets join orders on orders.id = tickets.order_id
      where tickets.ticket_type_id = type.id and tickets.status in ('held', 'valid', 'used')
        and orders.id <> ${replaced}
    ) counted
    where type.event_id = ${body.event_id}`.execute(db);
  return rows;
}

/** Adds the reasons why the buyer cannot get the tickets, and counts how many are left of each type. */
async function predictPlaces(
  db: Db,
  facts: Facts & { code: Code },
  reasons: Set<string>,
): Promise<Map<number, number[]>> {
  const { body, now, code } = facts;
  const types = await listTypes(db, facts);
  const count = body.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = new Map<number, number[]>();
  let isForAny = false;
  for (const { ticket_type_id: id, quantity } of body.items) {
    const type = types.find((one) => one.id === id);
    if (!type || type.archived_at !== null) {
      reasons.add('ticket_type_not_found');
      continue;
    }
    const isUnlocked = isUnlockedBy(code, id);
    const isHidden = type.visibility === 'hidden';
    if (isHidden && !isUnlocked) reasons.add('ticket_type_not_found');
    if (code?.kind === 'unlock' ? isHidden && isUnlocked : isNamedBy(code, id)) isForAny = true;
    if (quantity < type.min_per_order) reasons.add('too_few_tickets');
    if (quantity > type.max_per_order) reasons.add('too_many_tickets');
    if (type.paused) reasons.add('sales_paused');
    if (millisecond(type.sales_start, 0) > now) reasons.add('sales_not_started');
    if (millisecond(type.sales_end, Infinity) <= now) reasons.add('sales_ended');
    const seats = (type.seats ?? Infinity) - type.live_at_event;
    const ofType = (type.quantity ?? Infinity) - type.live;
    if (seats <= 0) reasons.add('event_sold_out');
    if (ofType < quantity || seats < count) reasons.add('not_enough_left');
    const mayBuy = (type.max_per_buyer ?? Infinity) - type.live_of_buyer;
    if (mayBuy < quantity) reasons.add('too_many_for_buyer');
    left.set(id, [Math.min(ofType, seats), seats, Math.max(mayBuy, 0), type.max_per_order]);
  }
  if (code && !isForAny) reasons.add('promo_code_not_for_these');
  return left;
}

/** Whether the code is for this ticket type. A code that names no type is for all types. */
function isNamedBy(code: Code, typeId: number): boolean {
  return code !== undefined && (code.types.length === 0 || code.types.includes(typeId));
}

function isUnlockedBy(code: Code, typeId: number): boolean {
  return isNamedBy(code, typeId) && (code?.kind === 'unlock' || code?.types.includes(typeId) === true);
}

/** Computes what the order costs, in pence. If a discount leaves too little for a card payment, the order is free. */
async function countTotal(db: Db, body: OrderBody, code: Code): Promise<number> {
  const types = await db
    .selectFrom('ticket_types')
    .select(['id', 'price_pence'])
    .where('event_id', '=', body.event_id)
    .execute();
  const prices = new Map(types.map(({ id, price_pence }) => [id, price_pence]));
  let list = 0;
  let discounted = 0;
  for (const { ticket_type_id: id, quantity } of body.items) {
    const pence = quantity * (prices.get(id) ?? 0);
    list += pence;
    if (isNamedBy(code, id)) discounted += pence;
  }
  const percent = Math.floor((discounted * (code?.percent ?? 0) + 50) / 100);
  const discount = code?.kind === 'amount' ? Math.min(code.amount_pence ?? 0, discounted) : percent;
  const rest = list - discount;
  return discount > 0 && rest < 30 ? 0 : rest;
}

interface OrderAnswer {
  status: number;
  outcome: string | undefined;
  body: {
    order?: {
      total: number;
      status: string;
      tickets: { price: number }[];
      key?: string;
      hold_expires_at: unknown;
    };
    remaining?: number;
    ticket_type_id?: number;
  };
}

export function assertPredicted({ reasons, totalPence, count, left }: Prediction, answer: OrderAnswer): void {
  const { status, outcome = '', body } = answer;
  const fail = (why: string): never => {
    throw new Error(`POST /orders answered ${outcome} ${JSON.stringify(body)}, but ${why}`);
  };
  if (status !== 201) {
    if (!reasons.has(outcome)) fail(`the reasons to refuse the order are: ${[...reasons].join() || 'none'}`);
    const said = body.remaining;
    if (said !== undefined && !left.get(body.ticket_type_id ?? 0)?.includes(said))
      fail('as many are not left');
    return;
  }
  if (reasons.size > 0) fail(`it must be refused: ${[...reasons].join()}`);
  const { order } = body;
  if (!order) return fail('there is no order');
  const sum = order.tickets.reduce((pence, { price }) => pence + Math.round(price * 100), 0);
  if (Math.round(order.total * 100) !== totalPence || sum !== totalPence)
    fail(`it costs ${totalPence} pence`);
  if (order.tickets.length !== count) fail(`it has ${count} tickets`);
  const isHeld = totalPence > 0;
  if (order.status !== (isHeld ? 'held' : 'confirmed') || (order.hold_expires_at !== null) !== isHeld)
    fail(`it is ${isHeld ? '' : 'not '}a hold`);
}
