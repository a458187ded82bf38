import { startRandom } from '../posters/poster-random.ts';
import type { DemoCode, DemoEvent, DemoType } from './world-event.ts';
import { makeFirstName, makeName, startBuyers } from './world-names.ts';
import { stories, type DemoOrder } from './world-stories.ts';

/** Sales of early ticket types and codes end this many days before today. Other sales go on until today. */
export const earlyUntil = 15;

/** The first orders of an event are placed this many days before today. */
export const firstDay = 27;

/** The periods in which people order, in days before today. Orders become more frequent towards the end. */
const spans = [
  [firstDay, earlyUntil],
  [14, 7],
  [6, 3],
  [2, 0],
] as const;

/**
 * Plans the orders of an event, so that each ticket type sells exactly `sold` tickets. Every run plans the same
 * orders.
 */
export function planOrders(event: DemoEvent): DemoOrder[] {
  const random = startRandom(event.poster.seed);
  const nextBuyer = startBuyers(event.poster.seed, random);
  const told = stories[event.title] ?? [];
  const left = new Map(event.ticketTypes.map(({ name, sold }) => [name, sold - countTickets(told, name)]));
  const orders = [...told];
  for (const types of listCounters(event.ticketTypes)) {
    while (types.some(({ name }) => count(left, name) > 0)) {
      const items = chooseItems(types, left, random);
      for (const { type, quantity } of items) left.set(type, count(left, type) - quantity);
      const buyer = nextBuyer();
      const names = nameAttendees(buyer.name, random);
      const [first] = types;
      orders.push({
        buyer,
        items: items.map(({ type, quantity }) => ({
          type,
          attendees: Array.from({ length: quantity }, names),
        })),
        daysAgo: chooseDay(first?.salesEnd !== undefined, random),
        promoCode: first?.isHidden ? findUnlockingCode(event, first.name) : undefined,
      });
    }
  }
  return applyDiscounts(event, orders);
}

export function countTickets(orders: readonly DemoOrder[], type: string): number {
  return orders
    .flatMap(({ items }) => items)
    .reduce((sum, item) => sum + (item.type === type ? item.attendees.length : 0), 0);
}

function count(left: ReadonlyMap<string, number>, type: string): number {
  return left.get(type) ?? 0;
}

/** Groups the types that people order together. Early, hidden and group types are ordered alone. */
function listCounters(types: readonly DemoType[]): DemoType[][] {
  const alone = types.filter(isOrderedAlone).map((type) => [type]);
  const together = types.filter((type) => !isOrderedAlone(type));
  return together.length > 0 ? [...alone, together] : alone;
}

function isOrderedAlone({ salesEnd, isHidden = false, minPerOrder = 1 }: DemoType): boolean {
  return salesEnd !== undefined || isHidden || minPerOrder > 1;
}

/** Chooses one type, and sometimes a second one. The first is more often a type with many tickets left. */
function chooseItems(types: readonly DemoType[], left: ReadonlyMap<string, number>, random: () => number) {
  const open = types.filter(({ name }) => count(left, name) > 0);
  const places = open.flatMap((type) => Array.from({ length: count(left, type.name) }, () => type));
  const chosen = places[Math.floor(random() * places.length)];
  const others = open.filter((type) => type !== chosen);
  const other = random() < 0.4 ? others[Math.floor(random() * others.length)] : undefined;
  return [chosen, other].flatMap((type) => {
    if (!type) return [];
    const most = Math.min(type.maxPerOrder ?? 10, count(left, type.name));
    return [{ type: type.name, quantity: Math.min(most, chooseSize(random)) }];
  });
}

function chooseSize(random: () => number): number {
  const drawn = random();
  if (drawn < 0.42) return 1;
  if (drawn < 0.82) return 2;
  return drawn < 0.92 ? 3 : 4;
}

/**
 * Returns a function that names one attendee at each call, first the buyer. Depending on the buyer, the others are
 * family, friends, or the buyer again.
 */
function nameAttendees(buyer: string, random: () => number): () => string {
  const habit = random();
  const family = buyer.slice(buyer.lastIndexOf(' '));
  let named = 0;
  return () => {
    named += 1;
    const index = Math.floor(random() * 500);
    if (named === 1 || habit > 0.75) return buyer;
    return habit < 0.5 ? makeFirstName(index) + family : makeName(index);
  };
}

function chooseDay(isEarly: boolean, random: () => number): number {
  const [from, to] = spans[isEarly || random() < 0.3 ? 0 : random() < 0.4 ? 1 : random() < 0.6 ? 2 : 3];
  return to + random() * (from - to);
}

function findUnlockingCode({ promoCodes = [] }: DemoEvent, type: string): string | undefined {
  return promoCodes.find(({ kind, types }) => kind === 'unlock' && types?.includes(type))?.code;
}

/** Applies each discount code to the first `usedBy` orders that the code is for. */
function applyDiscounts({ promoCodes = [], ticketTypes }: DemoEvent, orders: DemoOrder[]): DemoOrder[] {
  const planned = [...orders];
  for (const code of promoCodes) {
    if (code.kind === 'unlock') continue;
    let unused = code.usedBy - planned.filter(({ promoCode }) => promoCode === code.code).length;
    for (const [place, order] of planned.entries()) {
      if (unused === 0) break;
      if (order.promoCode || order.afterwards || !isFor(code, order, ticketTypes)) continue;
      planned[place] = { ...order, promoCode: code.code };
      unused -= 1;
    }
  }
  return planned;
}

function isFor(code: DemoCode, { items, daysAgo }: DemoOrder, types: readonly DemoType[]): boolean {
  if (code.endsIn && daysAgo < earlyUntil) return false;
  return items.some(({ type }) => {
    const isPaid = types.some(({ name, pricePence }) => name === type && pricePence > 0);
    return isPaid && (code.types?.includes(type) ?? true);
  });
}
