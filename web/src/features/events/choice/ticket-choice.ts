import { formatCount } from '../../../format/counts.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import type { Offer, Offers } from './events.choice.api.ts';

/** How many tickets of each type the buyer wants, by the id of the type. */
export type Choice = Readonly<Record<number, number>>;

/** The same as in the contract, which is too heavy for this page. If a code leaves less, the order is free. */
const leastPaymentPence = 30;

/** Whether buyers choose their tickets from a list. Without a list, one button sells the event's only ticket type. */
export function needsChoice(
  offers: Offers | null | undefined,
  { code, tickets }: { code?: string; tickets?: string },
): boolean {
  if (!offers) return false;
  if (code !== undefined || tickets !== undefined || offers.ticket_types.length > 1) return true;
  const [only] = offers.ticket_types;
  // All ticket types are hidden, so the page asks for a promo code.
  if (!only) return true;
  return only.min_per_order > 1 || ['paused', 'not_yet', 'ended'].includes(only.state);
}

/** The most tickets of a type that one order can have now. */
export function findMost({ state, max_per_order, remaining }: Offer): number {
  return state === 'on_sale' ? Math.min(max_per_order, remaining ?? max_per_order) : 0;
}

/** The fewest tickets of a type that one order can have. */
export function findFewest(offer: Offer): number {
  return Math.max(1, Math.min(offer.min_per_order, findMost(offer)));
}

/** Adds or removes one ticket. If an order needs at least three tickets, the quantities are 0, 3, 4 and so on. */
export function stepQuantity(offer: Offer, quantity: number, step: 1 | -1): number {
  const next = quantity + step;
  if (next < findFewest(offer)) return step === 1 ? findFewest(offer) : 0;
  return Math.min(next, findMost(offer));
}

/** The nearest quantity that an order can have. */
export function fitQuantity(offer: Offer, wanted: number): number {
  if (!Number.isFinite(wanted) || wanted <= 0 || findMost(offer) === 0) return 0;
  return Math.min(Math.max(Math.round(wanted), findFewest(offer)), findMost(offer));
}

/**
 * If only one type is on sale, the choice starts with the fewest tickets that an order can have.
 * Otherwise it starts empty.
 */
export function startChoice(offers: readonly Offer[]): Choice {
  const [only, second] = offers.filter((offer) => findMost(offer) > 0);
  return only && !second ? { [only.id]: findFewest(only) } : {};
}

/**
 * Reduces or raises each quantity to what an order can have now, and drops types that cannot be
 * bought.
 */
export function fitChoice(offers: readonly Offer[], choice: Choice): Choice {
  return Object.fromEntries(
    offers.flatMap((offer) => {
      const quantity = fitQuantity(offer, choice[offer.id] ?? 0);
      return quantity === 0 ? [] : [[offer.id, quantity]];
    }),
  );
}

/**
 * Like `fitChoice`, but keeps tickets that are all reserved now. They may become free again while the buyer is on the
 * checkout page.
 */
export function fitCheckout(offers: readonly Offer[], choice: Choice): Choice {
  const fitting: Record<number, number> = { ...fitChoice(offers, choice) };
  for (const { id, max_per_order } of listReserved(offers, choice)) {
    fitting[id] = Math.min(choice[id] ?? 0, max_per_order);
  }
  return fitting;
}

/** The chosen ticket types that other buyers have reserved and not paid for yet. */
export function listReserved(offers: readonly Offer[], choice: Choice): Offer[] {
  return offers.filter(({ id, state }) => state === 'all_reserved' && (choice[id] ?? 0) > 0);
}

export function countTickets(choice: Choice): number {
  return Object.values(choice).reduce((sum, quantity) => sum + quantity, 0);
}

export interface Sum {
  subtotalPence: number;
  discountPence: number;
  totalPence: number;
}

/** Computes what the chosen tickets cost. The server computes the sum too, and refuses an order if the two differ. */
export function computeSum({ ticket_types, promo }: Offers, choice: Choice): Sum {
  const lines = ticket_types.map((offer) => ({
    pence: toPence(offer.price) * (choice[offer.id] ?? 0),
    isEligible: offer.takes_code === true,
  }));
  const subtotalPence = lines.reduce((sum, { pence }) => sum + pence, 0);
  const eligible = lines.reduce((sum, { pence, isEligible }) => sum + (isEligible ? pence : 0), 0);
  const wanted = computeDiscount(promo, eligible);
  const left = subtotalPence - wanted;
  const discountPence = wanted > 0 && left > 0 && left < leastPaymentPence ? subtotalPence : wanted;
  return { subtotalPence, discountPence, totalPence: subtotalPence - discountPence };
}

function computeDiscount(promo: Offers['promo'], eligiblePence: number): number {
  if (promo?.state !== 'applied') return 0;
  if (promo.percent !== null) return Math.round((eligiblePence * promo.percent) / 100);
  return Math.min(toPence(promo.amount ?? 0), eligiblePence);
}

function toPence(pounds: number): number {
  return Math.round(pounds * 100);
}

/** A code that is for none of the chosen ticket types is not sent, because the server would refuse the order. */
export function needsCode({ ticket_types }: Offers, choice: Choice): boolean {
  return ticket_types.some(({ id, takes_code }) => takes_code === true && (choice[id] ?? 0) > 0);
}

export function writeSum(pence: number): string {
  return pence === 0 ? 'Free' : formatMoney(pence / 100);
}

export function describeChoice(choice: Choice, totalPence: number): string {
  const count = countTickets(choice);
  return count === 0
    ? 'Choose your tickets'
    : `Get ${formatCount(count, 'ticket')} · ${writeSum(totalPence)}`;
}

/** Writes a choice for the address of a page: `64x2_65x1`. */
export function writeTickets(choice: Choice): string | undefined {
  const parts = Object.entries(choice).filter(([, quantity]) => quantity > 0);
  return parts.length === 0 ? undefined : parts.map(([id, quantity]) => `${id}x${quantity}`).join('_');
}

export function readTickets(text: string | undefined): Choice {
  const parts = text?.split('_') ?? [];
  return Object.fromEntries(parts.map((part) => part.split('x').map(Number) as [number, number]));
}

export interface StateWords {
  text: string;
  tone: 'plain' | 'warn';
}

/** Null means that buyers can buy the ticket type and need no explanation. */
export function describeState(offer: Offer, timeZone: string): StateWords | null {
  const { state, remaining, sales_start: start } = offer;
  switch (state) {
    case 'on_sale':
      return remaining !== null && remaining < 10 ? { text: `Only ${remaining} left`, tone: 'warn' } : null;
    case 'not_yet':
      return {
        text: start
          ? `On sale from ${formatDate(start, timeZone)}, ${formatTime(start, timeZone)}`
          : 'Not on sale yet',
        tone: 'plain',
      };
    case 'ended':
      return { text: 'Sales have ended', tone: 'plain' };
    case 'sold_out':
      return { text: 'Sold out', tone: 'plain' };
    case 'all_reserved':
      return { text: 'All reserved right now', tone: 'warn' };
    case 'paused':
      return { text: 'Sales are paused', tone: 'plain' };
  }
}

/** Says why nothing can be bought, or null if something is on sale. */
export function describeClosedSale(offers: readonly Offer[]): string | null {
  if (offers.length === 0) return 'Only with a promo code';
  const states = offers.map(({ state }) => state);
  if (states.includes('on_sale')) return null;
  if (states.includes('all_reserved')) return 'All reserved right now';
  if (states.includes('not_yet')) return 'Not on sale yet';
  if (states.includes('paused')) return 'Sales are paused';
  return states.includes('sold_out') ? 'Sold Out' : 'Sales have ended';
}

export function describeCode(
  promo: NonNullable<Offers['promo']>,
  code: string,
  offers: readonly Offer[] = [],
): { text: string; works: boolean } {
  switch (promo.state) {
    case 'applied':
      if (unlocksNothingLeft(promo, offers)) {
        return { text: `The code ${code} is right, but its tickets are sold out.`, works: false };
      }
      return { text: `${code}: ${describeDiscount(promo)}`, works: true };
    case 'unknown':
      return { text: `We do not know the code ${code}. Check how it is spelled.`, works: false };
    case 'ended':
      return { text: `The code ${code} is not valid at the moment.`, works: false };
    case 'used_up':
      return { text: `The code ${code} has been used as often as it can be.`, works: false };
    case 'not_for_these':
      return { text: `The code ${code} is not for these tickets.`, works: false };
  }
}

/** Whether the code only unlocks hidden ticket types, and all of them are sold out. */
function unlocksNothingLeft(
  { percent, amount }: NonNullable<Offers['promo']>,
  offers: readonly Offer[],
): boolean {
  const unlocked = offers.filter(({ takes_code }) => takes_code === true);
  const isDiscount = percent !== null || amount !== null;
  return !isDiscount && unlocked.length > 0 && unlocked.every(({ state }) => state === 'sold_out');
}

function describeDiscount({ percent, amount }: NonNullable<Offers['promo']>): string {
  if (percent !== null) return `${percent}% off`;
  return amount === null ? 'unlocks tickets for you' : `${formatMoney(amount)} off your order`;
}
