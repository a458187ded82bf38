import { describe, expect, it } from 'vitest';
import type { OwnOrder } from './orders.mine.api.ts';
import { describeContent, describeState } from './own-order-words.ts';

function order(change: Partial<OwnOrder> = {}): OwnOrder {
  const event = { status: 'published' };
  return { status: 'confirmed', total: 27, refunded: 0, ticket_count: 3, event, ...change } as OwnOrder;
}

describe('an order in the list of its buyer', () => {
  it('says how many tickets it has, what they cost, and how much was refunded', () => {
    expect(describeContent(order())).toBe('3 tickets, £27.00');
    expect(describeContent(order({ total: 0, ticket_count: 1 }))).toBe('1 ticket, Free');
    expect(describeContent(order({ refunded: 5.4 }))).toBe('3 tickets, £27.00, £5.40 refunded');
  });

  it('shows no status while it is confirmed and its event is not cancelled', () => {
    expect(describeState(order())).toBeNull();
    expect(describeState(order({ status: 'held' }))?.word).toBe('Not paid yet');
    expect(describeState(order({ status: 'cancelled', refunded: 27 }))?.word).toBe('Refunded');
    expect(describeState(order({ event: { status: 'cancelled' } as OwnOrder['event'] }))?.word).toBe(
      'Event cancelled',
    );
  });
});
