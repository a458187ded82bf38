import { describe, expect, it } from 'vitest';
import type { Order } from '../orders.api.ts';
import { describeMoneyBack, describeTerms, mayCancel } from './order-cancelling.ts';

const now = Date.parse('2031-05-01T12:00:00.000Z');
const event = { start_time: '2031-05-08T18:00:00.000Z' } as Order['event'];
const order = { status: 'confirmed', cancel_until: '2031-05-06T18:00:00.000Z', event } as const;
const ticket = { status: 'valid', price: 12, transferred_at: null } as const;
const write = (time: string) => time.slice(0, 10);

describe('cancelling a ticket', () => {
  it('is possible for a paid ticket until the deadline in its order, and impossible without a deadline', () => {
    expect(mayCancel(ticket, order, now)).toBe(true);
    expect(mayCancel(ticket, order, Date.parse(order.cancel_until))).toBe(false);
    expect(mayCancel(ticket, { ...order, cancel_until: null }, now)).toBe(false);
  });

  it('is possible for a free ticket until the event starts, even if paid tickets cannot be cancelled', () => {
    const free = { ...ticket, price: 0 };
    expect(mayCancel(free, { ...order, cancel_until: null }, now)).toBe(true);
    expect(mayCancel(free, order, Date.parse(event.start_time))).toBe(false);
  });

  it('is impossible for a ticket that was used or given to somebody else', () => {
    expect(mayCancel({ ...ticket, status: 'used' }, order, now)).toBe(false);
    expect(mayCancel({ ...ticket, transferred_at: '2031-05-01T10:00:00.000Z' }, order, now)).toBe(false);
  });
});

describe('the text about getting money back', () => {
  it('names the sum of the cancelled tickets', () => {
    expect(
      describeMoneyBack(
        [
          { id: 1, price: 12 },
          { id: 2, price: 5.5 },
        ],
        [],
      ),
    ).toMatch(/^£17\.50 goes back/);
    expect(describeMoneyBack([{ id: 1, price: 0 }], [])).toBeNull();
  });

  it('names no sum if a part of the price was already refunded', () => {
    const earlier = [{ status: 'succeeded', ticket_ids: [1, 2] }] as Order['refunds'];
    expect(describeMoneyBack([{ id: 1, price: 12 }], earlier)).toMatch(/^What is left of the price goes/);
  });

  it('says until when tickets can be cancelled, or what to do instead', () => {
    const sold = { ...order, allows_transfers: true, tickets: [ticket] as unknown as Order['tickets'] };
    expect(describeTerms(sold, now, write)).toBe(
      'You can cancel tickets and get your money back until 2031-05-06.',
    );
    expect(describeTerms({ ...sold, cancel_until: null }, now, write)).toContain(
      'give them to somebody else',
    );
    const fixed = { ...sold, cancel_until: null, allows_transfers: false };
    expect(describeTerms(fixed, now, write)).toContain('change the name on the ticket or ask the organiser');
    expect(describeTerms({ ...sold, tickets: [] }, now, write)).toBeNull();
  });
});
