import { assert, constantFrom, integer, array, property, record, nat } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOrder, splitByLargestRemainder, type Discount } from './price.rules.ts';

const prices = array(
  record({ typeId: integer({ min: 1, max: 4 }), listPence: constantFrom(0, 30, 333, 1000, 1250, 99_999) }),
  { minLength: 1, maxLength: 12 },
);

const discounts = constantFrom<Discount | null>(
  null,
  { kind: 'percent', percent: 1 },
  { kind: 'percent', percent: 33 },
  { kind: 'percent', percent: 99 },
  { kind: 'percent', percent: 100 },
  { kind: 'amount', amountPence: 1 },
  { kind: 'amount', amountPence: 777 },
  { kind: 'amount', amountPence: 5_000_000 },
);

describe('the pricing of an order', () => {
  it('adds up: each ticket costs its list price less its discount, and the order costs the sum', () => {
    assert(
      property(prices, discounts, (tickets, discount) => {
        const { subtotalPence, discountPence, totalPence, ticketDiscounts } = priceOrder(tickets, discount);
        const net = tickets.map(({ listPence }, place) => listPence - (ticketDiscounts[place] ?? 0));
        expect(net.every((pence) => pence >= 0)).toBe(true);
        expect(net.reduce((total, pence) => total + pence, 0)).toBe(totalPence);
        expect(subtotalPence - discountPence).toBe(totalPence);
      }),
    );
  });

  it('never results in 1 to 29 pence, because a discount that leaves less than 30 pence makes the order free', () => {
    assert(
      property(prices, discounts, (tickets, discount) => {
        const { totalPence } = priceOrder(tickets, discount);
        expect(totalPence === 0 || totalPence >= 30).toBe(true);
      }),
    );
  });

  it('reduces only the tickets that the discount is for, unless the whole order becomes free', () => {
    assert(
      property(prices, discounts, (tickets, discount) => {
        const { ticketDiscounts, totalPence } = priceOrder(tickets, discount, ({ typeId }) => typeId === 1);
        const reduced = tickets.filter((_, place) => (ticketDiscounts[place] ?? 0) > 0);
        expect(totalPence === 0 || reduced.every(({ typeId }) => typeId === 1)).toBe(true);
      }),
    );
  });

  it('takes off more than the discount only if the rest would be too small for a card payment', () => {
    assert(
      property(prices, discounts, (tickets, discount) => {
        const { subtotalPence, discountPence, totalPence } = priceOrder(tickets, discount);
        const share = discount?.kind === 'percent' ? (subtotalPence * discount.percent) / 100 : 0;
        const promised = discount?.kind === 'amount' ? Math.min(discount.amountPence, subtotalPence) : share;
        const waived = discountPence - promised;
        expect(totalPence === 0 ? waived < 30 : Math.abs(waived) <= 0.5).toBe(true);
      }),
    );
  });

  it.each([
    [{ kind: 'percent', percent: 10 }, [1000, 1000, 500], [100, 100, 50]],
    [{ kind: 'percent', percent: 33 }, [100, 100, 100], [33, 33, 33]],
    [{ kind: 'amount', amountPence: 100 }, [1000, 1000, 1000], [34, 33, 33]],
    [{ kind: 'amount', amountPence: 9000 }, [1000, 500], [1000, 500]],
    [{ kind: 'amount', amountPence: 980 }, [1000], [1000]],
  ] satisfies [Discount, number[], number[]][])(
    'splits the discount %o over tickets of %j pence as %j pence',
    (discount, list, parts) => {
      const tickets = list.map((listPence) => ({ typeId: 1, listPence }));
      expect(priceOrder(tickets, discount).ticketDiscounts).toEqual(parts);
    },
  );
});

describe('a split by largest remainder', () => {
  it('distributes the whole amount, and each part differs from its exact share by less than a penny', () => {
    assert(
      property(nat(100_000), array(nat(100_000), { minLength: 1, maxLength: 20 }), (amount, weights) => {
        const total = weights.reduce((all, weight) => all + weight, 0);
        const parts = splitByLargestRemainder(amount, weights);
        expect(parts.reduce((all, part) => all + part, 0)).toBe(total === 0 ? 0 : amount);
        const isFair = parts.every(
          (part, place) => total === 0 || Math.abs(part - (amount * (weights[place] ?? 0)) / total) < 1,
        );
        expect(isFair).toBe(true);
      }),
    );
  });
});
