import { describe, expect, it } from 'vitest';
import type { Order } from '../orders.api.ts';
import { countLeft, isChosenAtFirst, listRefundable, readAmount, sumLeft } from './refund-amounts.ts';

function makeOrder(left: number, tickets: { id: number; status: string; left?: number }[]): Order {
  const known = tickets.flatMap(({ id, left: leftOfTicket }) =>
    leftOfTicket === undefined ? [] : [{ id, left: leftOfTicket }],
  );
  return { tickets, refundable: { left, tickets: known } } as unknown as Order;
}

describe('the amount that can still be refunded', () => {
  it('equals the amount from the server, converted to pence', () => {
    const order = makeOrder(14.35, [
      { id: 1, status: 'valid', left: 10 },
      { id: 2, status: 'used', left: 5.05 },
      { id: 3, status: 'valid', left: 0 },
    ]);
    expect(countLeft(order)).toBe(1435);
    expect(listRefundable(order).map(({ ticket: { id }, left }) => [id, left])).toEqual([
      [1, 1000],
      [2, 505],
      [3, 0],
    ]);
  });

  it('excludes cancelled tickets, and tickets that another payment paid for', () => {
    const order = makeOrder(10, [
      { id: 1, status: 'cancelled', left: 10 },
      { id: 2, status: 'refunded' },
      { id: 3, status: 'refunded', left: 2 },
    ]);
    expect(listRefundable(order)).toMatchObject([{ ticket: { id: 3 }, left: 200, isLive: false }]);
  });

  it('is never larger for all tickets together than what is left of the payment', () => {
    const order = makeOrder(12, [
      { id: 1, status: 'valid', left: 20 },
      { id: 2, status: 'valid', left: 10 },
    ]);
    expect(sumLeft(listRefundable(order), order)).toBe(1200);
  });

  it('is zero for people outside the team', () => {
    expect(countLeft({})).toBe(0);
  });
});

describe('the refund dialog', () => {
  it('chooses every ticket at first, but does not end used tickets unless the team chooses them', () => {
    expect(isChosenAtFirst({ status: 'valid' }, true)).toBe(true);
    expect(isChosenAtFirst({ status: 'used' }, true)).toBe(false);
    expect(isChosenAtFirst({ status: 'used' }, false)).toBe(true);
  });
});

describe('a typed amount', () => {
  it.each([
    ['7.5', 750],
    [' 7,50 ', 750],
    ['0', null],
    ['7.505', null],
    ['-3', null],
    ['', null],
    ['all', null],
  ])('of “%s” is %s pence', (typed, pence) => {
    expect(readAmount(typed)).toBe(pence);
  });
});
