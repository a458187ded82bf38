import { randomUUID } from 'node:crypto';
import type { Tx } from '@foyer/server/db/connect.ts';
import { listOffers, type Offer } from '@foyer/server/features/events/types/types.queries.ts';
import { tryTakePlaces } from '@foyer/server/features/events/events.seats.service.ts';
import { activate } from '@foyer/server/features/orders/orders.states.service.ts';
import { findPromoCodeFor } from '@foyer/server/features/orders/promo-codes/promo-codes.queries.ts';
import type { PromoCode } from '@foyer/server/features/orders/sale/promo.rules.ts';
import { composeOrder } from '@foyer/server/features/orders/sale/sale.rules.ts';
import { sellTogether, type WantedOrder } from '@foyer/server/features/orders/sale/sell.service.ts';
import { makeShortCode, makeTicketCode } from '@foyer/server/features/tickets/tickets.codes.rules.ts';
import type { DemoEvent } from '../world/world-event.ts';
import { earlyUntil, planOrders } from '../world/world-orders.ts';
import type { DemoOrder } from '../world/world-stories.ts';
import type { InsertedEvent } from './events.ts';
import { getId, type Ids } from './ids.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How long an unpaid order keeps its places: long enough for a visitor of the demo world to see them reserved. */
const holdMinutes = 24 * 60;

/** A sold order with its plan. `ticketIds` follow the order of the places. */
export interface SoldOrder {
  id: number;
  event: DemoEvent;
  eventId: number;
  planned: DemoOrder;
  wanted: WantedOrder;
  userId: number | null;
  ticketIds: readonly number[];
  placedAt: Date;
}

interface Seller {
  users: Ids;
  now: Date;
  /** Whether paid orders are sold, which need the payment sandbox. */
  sellsPaid: boolean;
}

/**
 * Sells all orders of an event with the server's own function, several orders in each call. Paid orders are confirmed
 * at once, and `insertPayments` adds their payments later.
 */
export async function sellOrders(
  tx: Tx,
  inserted: InsertedEvent,
  { users, now, sellsPaid }: Seller,
): Promise<SoldOrder[]> {
  const { event } = inserted;
  // Lists of orders are sorted by id, so sell the earliest order first.
  const planned = planOrders(event).toSorted((one, other) => other.daysAgo - one.daysAgo);
  if (planned.length === 0) return [];
  const offers = await listOffers(tx, inserted.id, { withHidden: true });
  const promoCodes = await findPromoCodes(tx, inserted);
  const lastSale = Math.min(inserted.startsAt.getTime() - hour, now.getTime());
  const composed = planned.map((order): SoldOrder => {
    const placedAt = order.isHeld ? now : new Date(lastSale - Math.max(0.05, order.daysAgo) * day);
    const userId = order.buyer.username === undefined ? null : getId(users, order.buyer.username);
    const wanted = compose(order, { eventId: inserted.id, offers, promoCodes, userId, placedAt });
    return { id: 0, event, eventId: inserted.id, planned: order, wanted, userId, ticketIds: [], placedAt };
  });
  const forSale = composed.filter(
    ({ planned: { isRegistration }, wanted }) =>
      !isRegistration && (sellsPaid || wanted.subtotal === wanted.discount),
  );
  const sold: SoldOrder[] = [];
  // Sell the early orders in a call of their own, as at a time when early types and codes were on sale.
  const isEarly = ({ planned: { daysAgo } }: SoldOrder) => daysAgo >= earlyUntil;
  for (const orders of [forSale.filter(isEarly), forSale.filter((order) => !isEarly(order))]) {
    sold.push(...(await sellTogetherAt(tx, inserted.id, orders)));
  }
  for (const { planned: order, userId, placedAt } of composed) {
    if (!order.isRegistration || userId === null) continue;
    await register(tx, { eventId: inserted.id, userId, type: offers[0], now: placedAt });
  }
  return sold;
}

async function findPromoCodes(tx: Tx, { event, id, teamId }: InsertedEvent) {
  const found = new Map<string, PromoCode>();
  for (const { code } of event.promoCodes ?? []) {
    const promo = await findPromoCodeFor(tx, { id, team_id: teamId }, code);
    if (promo) found.set(code, promo);
  }
  return found;
}

interface Composing {
  eventId: number;
  offers: readonly Offer[];
  promoCodes: ReadonlyMap<string, PromoCode>;
  userId: number | null;
  placedAt: Date;
}

function compose(
  order: DemoOrder,
  { eventId, offers, promoCodes, userId, placedAt }: Composing,
): WantedOrder {
  const types = new Map(offers.map(({ id, name }) => [name, id]));
  const body = {
    event_id: eventId,
    items: order.items.map(({ type, attendees }) => ({
      ticket_type_id: getId(types, type),
      quantity: attendees.length,
      attendees: attendees.map((name) => ({ name })),
    })),
  };
  const promo = order.promoCode === undefined ? null : promoCodes.get(order.promoCode);
  const { name, email } = order.buyer;
  const wanted = composeOrder(
    body,
    { offers, promo, seesHidden: false, isPublic: false, asksForNames: false },
    {
      buyer: { userId, name, email, deviceHash: null },
      key: randomUUID(),
      replaced: null,
      holdMinutes,
      now: placedAt,
    },
  );
  return order.isHeld ? wanted : confirmAtOnce(wanted);
}

function confirmAtOnce(wanted: WantedOrder): WantedOrder {
  return { ...wanted, hold_until: null, tickets: wanted.tickets.map(addCodes) };
}

function addCodes(ticket: WantedOrder['tickets'][number]) {
  return { ...ticket, code: makeTicketCode(), short_code: makeShortCode() };
}

/** Sells the orders in one call, as if all of them had been placed at the time of the earliest. */
async function sellTogetherAt(tx: Tx, eventId: number, orders: SoldOrder[]): Promise<SoldOrder[]> {
  if (orders.length === 0) return [];
  const at = new Date(Math.min(...orders.map(({ placedAt }) => placedAt.getTime())));
  const outcomes = await sellTogether(
    tx,
    orders.map(({ wanted }) => ({ eventId, order: wanted })),
    at,
  );
  return orders.map((order, place) => {
    const outcome = outcomes[place];
    if (outcome && 'sold' in outcome) return { ...order, id: outcome.sold, ticketIds: outcome.tickets };
    throw new Error(`The demo world could not sell ${order.event.title}: ${JSON.stringify(outcome)}`);
  });
}

async function register(
  tx: Tx,
  { type, ...rest }: { eventId: number; userId: number; type: Offer | undefined; now: Date },
): Promise<void> {
  if (!type) throw new Error(`Event ${rest.eventId} has no ticket type`);
  const order = await activate(tx, { ...rest, type, pricePence: 0, holdUntil: null, madeBy: null });
  const wanted = [{ typeId: type.id, count: 1 }];
  if (order) await tryTakePlaces(tx, { eventId: rest.eventId, orderId: order.id, wanted, now: rest.now });
}
