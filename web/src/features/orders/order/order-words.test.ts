import { describe, expect, it } from 'vitest';
import type { Order, OrderedTicket } from '../orders.api.ts';
import { describeOrder, describeTicket, explainEnd, explainNoTransfer, wasNeverPaid } from './order-words.ts';

const given = '2031-05-01T10:00:00.000Z';

function ticket(change: Partial<OrderedTicket> = {}): OrderedTicket {
  const known = {
    id: 1,
    status: 'valid',
    transferred_at: null,
    attendee_name: 'Ivo Marsh',
    attendee_email: null,
  };
  return { ...known, ...change } as OrderedTicket;
}

function titleOf(...tickets: OrderedTicket[]): string {
  const order = { status: 'confirmed', buyer_email: 'mara@example.org', tickets } as Order;
  return describeOrder(order, 'none').title;
}

describe('the words about an order', () => {
  it('count only the tickets that the buyer still has', () => {
    expect(titleOf(ticket(), ticket())).toBe('Here are your tickets');
    expect(titleOf(ticket(), ticket({ transferred_at: given }))).toBe('Here is your ticket');
    expect(titleOf(ticket({ status: 'used' }), ticket())).toBe('Here are your tickets');
    expect(titleOf(ticket({ transferred_at: given }))).toBe('Your tickets are with others');
    expect(titleOf(ticket({ status: 'refunded' }))).toBe('This order is cancelled');
  });

  it('say that all tickets of the buyer were used', () => {
    const used = ticket({ status: 'used' });
    const one = { title: 'Your ticket was used', text: 'It was checked in at the door.' };
    const wordsOf = (...tickets: OrderedTicket[]) =>
      describeOrder({ status: 'confirmed', buyer_email: 'mara@example.org', tickets } as Order, 'none');
    expect(wordsOf(used)).toMatchObject(one);
    expect(wordsOf(used, ticket({ transferred_at: given }))).toMatchObject(one);
    expect(wordsOf(used, used)).toMatchObject({
      title: 'Your tickets were used',
      text: 'All of them were checked in at the door.',
    });
  });

  it('say what happens with the money when the buyer comes from the payment page to an order that is over', () => {
    const order = { status: 'cancelled', refunds: [], tickets: [] } as unknown as Order;
    expect(describeOrder(order, 'checking').title).toBe('We are checking your payment');
    expect(describeOrder(order, 'checked').text).toContain('otherwise all of your money back');
    const late = { ...order, refunds: [{ reason: 'no_seat' }] } as Order;
    const goesBack = 'The places were gone when your payment arrived, so all of your money goes back to you.';
    for (const status of ['cancelled', 'expired'] as const) {
      expect(describeOrder({ ...late, status }, 'checked').text).toBe(goesBack);
      expect(describeOrder({ ...late, status }, 'none').text).toBe(goesBack);
    }
    expect(describeOrder(order, 'none').text).toBe('The places of this order are back on sale.');
  });

  it('say that the time to pay is over before the server has ended the order', () => {
    const held = { status: 'held', refunds: [], tickets: [ticket({ status: 'held' })] } as unknown as Order;
    expect(describeOrder(held, 'none').title).toBe('Your order is waiting for your payment');
    const over = describeOrder(held, 'none', true);
    expect(over).toMatchObject({ title: 'The time to pay is over', badge: 'Expired' });
    expect(over.text).toBe('Nothing was charged. In a moment, everybody can order these places again.');
    const paid = describeOrder(held, 'checked', true).text;
    expect(paid).toMatch(/^In a moment, everybody can order these places again\. If you have just paid, /);
  });

  it('say that the places of an unpaid order were given back', () => {
    const unpaid = { total: 20, refunds: [], tickets: [ticket({ status: 'cancelled' })] } as unknown as Order;
    const textOf = (change: Partial<Order> = {}) =>
      describeOrder({ ...unpaid, status: 'cancelled', ...change }, 'none').text;
    expect(textOf()).toContain('These places were given back');
    expect(textOf({ total: 0 })).toBe('The places of this order are back on sale.');
    expect(textOf({ refunds: [{ reason: 'requested' }] as Order['refunds'] })).not.toContain('given back');
  });

  it('say that nothing was charged for an order that is over and was never paid', () => {
    const tickets = [ticket({ status: 'cancelled' })];
    const over = { status: 'expired', total: 20, refunds: [], tickets } as unknown as Order;
    const refunds = [{ reason: 'requested' }] as Order['refunds'];
    expect(describeOrder(over, 'none').text).toMatch(/^Nothing was charged\./);
    for (const status of ['expired', 'cancelled'] as const) {
      expect(wasNeverPaid({ ...over, status })).toBe(true);
      expect(wasNeverPaid({ ...over, status, refunds })).toBe(false);
      expect(wasNeverPaid({ ...over, status }, 'checked')).toBe(false);
    }
    expect(wasNeverPaid({ ...over, status: 'confirmed' })).toBe(false);
    expect(wasNeverPaid({ ...over, status: 'cancelled', tickets: [ticket({ status: 'refunded' })] })).toBe(
      false,
    );
    expect(wasNeverPaid({ ...over, total: 0 })).toBe(false);
  });

  it('say that a ticket was given away, or that its refund is under way', () => {
    const pending = [{ status: 'pending', ticket_ids: [1] }] as Order['refunds'];
    expect(describeTicket(ticket({ transferred_at: given }), []).word).toBe('Given away');
    expect(describeTicket(ticket({ status: 'refunded' }), pending).word).toBe('Refund under way');
    expect(describeTicket(ticket({ status: 'refunded' }), []).word).toBe('Refunded');
  });

  it('call a free ticket cancelled when it ended with a refund of its order, because no money goes back', () => {
    const pending = [{ status: 'pending', ticket_ids: [1] }] as Order['refunds'];
    const free = ticket({ status: 'refunded', price: 0 });
    expect(describeTicket(free, []).word).toBe('Cancelled');
    expect(explainEnd(free, pending, () => '')).toBe('This ticket no longer works.');
  });

  it('say whether the money of a refunded ticket has arrived', () => {
    const pending = [{ status: 'pending', ticket_ids: [1] }] as Order['refunds'];
    const paid = ticket({ status: 'refunded', price: 5 });
    expect(explainEnd(paid, pending, () => '')).toContain('Its money is on its way back to you.');
    expect(explainEnd(paid, [], () => '')).toContain('It was refunded to you.');
  });

  it('say that nobody has the code of a ticket whose mail was refused', () => {
    const gift = ticket({ transferred_at: given, undelivered: true });
    expect(describeTicket(gift, []).word).toBe('Not delivered');
    expect(explainEnd(gift, [], () => '')).toContain('Our mail to Ivo Marsh was refused');
  });

  it('name the new holder of a ticket', () => {
    const gift = ticket({ transferred_at: given, attendee_email: 'ivo@example.org' });
    expect(explainEnd(gift, [], () => 'May 1')).toBe(
      'Ivo Marsh (ivo@example.org) has had this ticket since May 1. Only they have its code.',
    );
  });

  it('offer to change the name if a ticket cannot be given to somebody else', () => {
    const order = { status: 'confirmed', allows_transfers: false, tickets: [ticket()] } as Order;
    expect(explainNoTransfer(order)).toContain('You cannot give this ticket to somebody else');
    expect(explainNoTransfer(order)).toContain('press “Change name”');
    expect(explainNoTransfer({ ...order, tickets: [ticket(), ticket()] })).toContain('these tickets');
    expect(explainNoTransfer({ ...order, allows_transfers: true })).toBeNull();
    expect(explainNoTransfer({ ...order, tickets: [ticket({ status: 'used' })] })).toBeNull();
  });
});
