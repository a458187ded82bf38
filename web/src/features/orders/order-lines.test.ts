import { describe, expect, it } from 'vitest';
import { listLines, listShown } from './order-lines.ts';
import type { Order } from './orders.api.ts';

function makeTicket(place: number, list_price: number, type_name = 'Adult') {
  return { place, list_price, type_name, ticket_type_id: type_name.length } as Order['tickets'][number];
}

describe('the lines of an order', () => {
  it('group tickets with the same type and price', () => {
    const tickets = [makeTicket(1, 9), makeTicket(2, 9), makeTicket(3, 4, 'Child')];
    expect(listLines(tickets)).toEqual([
      { name: 'Adult', quantity: 2, price: 18 },
      { name: 'Child', quantity: 1, price: 4 },
    ]);
  });

  it('count one ticket for a place that was bought a second time, at the latest price', () => {
    const tickets = [makeTicket(1, 9), makeTicket(1, 12), makeTicket(2, 12)];
    expect(listLines(tickets)).toEqual([{ name: 'Adult', quantity: 2, price: 24 }]);
  });
});

describe('the tickets of an order on its page', () => {
  const make = (id: number, place: number, status: string) =>
    ({ id, place, status }) as Order['tickets'][number];
  const listIds = (...tickets: Order['tickets']) => listShown(tickets).map(({ id }) => id);

  it('leave out tickets that were given back before the order was paid after all', () => {
    expect(
      listIds(make(1, 1, 'cancelled'), make(3, 1, 'valid'), make(2, 2, 'expired'), make(4, 2, 'valid')),
    ).toEqual([3, 4]);
  });

  it('include tickets whose money went back, after the valid tickets', () => {
    expect(
      listIds(make(1, 1, 'refunded'), make(3, 1, 'valid'), make(2, 2, 'cancelled'), make(4, 3, 'used')),
    ).toEqual([3, 4, 1, 2]);
  });
});
