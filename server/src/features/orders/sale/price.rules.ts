import { leastPaymentPence } from '@foyer/contract/fields.ts';

export interface WantedTicket {
  typeId: number;
  listPence: number;
}

export type Discount = { kind: 'percent'; percent: number } | { kind: 'amount'; amountPence: number };

export interface PricedOrder {
  subtotalPence: number;
  discountPence: number;
  totalPence: number;
  /** The discount of each ticket, in the order of the tickets. */
  ticketDiscounts: number[];
}

/**
 * Computes what an order costs. The discount is split over the tickets that `isEligible` accepts. An order is free if
 * its total is less than a card can pay.
 */
export function priceOrder(
  tickets: readonly WantedTicket[],
  discount: Discount | null,
  isEligible: (ticket: WantedTicket) => boolean = () => true,
): PricedOrder {
  const list = tickets.map(({ listPence }) => listPence);
  const subtotalPence = sum(list);
  const eligible = tickets.map((ticket) => (discount && isEligible(ticket) ? ticket.listPence : 0));
  const discounts = splitByLargestRemainder(computeDiscount(discount, sum(eligible)), eligible);
  const left = list.map((price, place) => price - (discounts[place] ?? 0));
  const leftPence = sum(left);
  const isTooSmall = leftPence > 0 && leftPence < leastPaymentPence && leftPence < subtotalPence;
  const ticketDiscounts = isTooSmall ? list : discounts;
  const discountPence = sum(ticketDiscounts);
  return { subtotalPence, discountPence, totalPence: subtotalPence - discountPence, ticketDiscounts };
}

function computeDiscount(discount: Discount | null, eligiblePence: number): number {
  if (!discount) return 0;
  return discount.kind === 'percent'
    ? Math.round((eligiblePence * discount.percent) / 100)
    : Math.min(discount.amountPence, eligiblePence);
}

/**
 * Splits an amount in proportion to the weights, in whole pence. Each part is rounded down. The remaining pence go to
 * the parts with the largest fractions, and among equal ones to the earlier parts.
 */
export function splitByLargestRemainder(amount: number, weights: readonly number[]): number[] {
  const total = sum(weights);
  if (total === 0) return weights.map(() => 0);
  const shares = weights.map((weight, place) => {
    const exact = amount * weight;
    return { place, pence: Math.floor(exact / total), remainder: exact % total };
  });
  const parts = shares.map(({ pence }) => pence);
  const byRemainder = shares.toSorted(
    (one, other) => other.remainder - one.remainder || one.place - other.place,
  );
  for (const { place } of byRemainder.slice(0, amount - sum(parts))) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
