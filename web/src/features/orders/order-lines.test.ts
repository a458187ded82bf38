import { describe, expect, it } from 'vitest';
import { listLines } from './order-lines.ts';
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
