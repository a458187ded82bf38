import { describe, expect, it } from 'vitest';
import type { Order } from '../orders.api.ts';
import { countLeft, listRefundable, readAmount, sumLeft } from './refund-amounts.ts';

const ticket = (id: number, price: number, status = 'valid') => ({ id, price, status });
const refund = (amount: number, ticket_ids: number[], status = 'succeeded') => ({
  amount,
  ticket_ids,
  status,
});

function makeOrder(total: number, tickets: object[], refunds: object[] = []): Order {
  return { total, tickets, refunds } as unknown as Order;
}

describe('the amount that can still be refunded', () => {
  it('is, for an order, its price less its refunds, including pending refunds', () => {
    const refunds = [refund(5, [1]), refund(2, [2], 'pending'), refund(9, [2], 'failed')];
    expect(countLeft(makeOrder(20, [], refunds))).toBe(1300);
  });

  it('is, for each ticket, its price less its share of earlier refunds', () => {
    const order = makeOrder(30, [ticket(1, 20), ticket(2, 10), ticket(3, 0)], [refund(15, [1, 2])]);
    expect(listRefundable(order).map(({ ticket: { id }, left }) => [id, left])).toEqual([
      [1, 1000],
      [2, 500],
    ]);
  });

  it('is not offered for tickets that were never sold or were refunded in full', () => {
    const order = makeOrder(30, [ticket(1, 10, 'refunded'), ticket(2, 10, 'expired')], [refund(10, [1])]);
    expect(listRefundable(order)).toEqual([]);
  });

  it('is never more for all tickets together than for the order', () => {
    // A refund made at the provider names no tickets.
    const order = makeOrder(30, [ticket(1, 20), ticket(2, 10)], [refund(18, [])]);
    expect(sumLeft(listRefundable(order), order)).toBe(1200);
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
