import { describe, expect, it } from 'vitest';
import { decideCancelling } from './registration-cancelling.ts';

const free = { paid: false, ticket_code: 'free-one', end_time: '2199-01-01T00:00:00.000Z' };

describe('the profile', () => {
  it('allows cancelling a free ticket and an unpaid seat', () => {
    expect(decideCancelling(free, [{ ticket_code: 'free-one', status: 'valid' }])).toBe('open');
    expect(decideCancelling({ ...free, ticket_code: null }, [])).toBe('open');
  });

  it('refuses cancelling a free or paid ticket after the event has ended', () => {
    const ended = new Date(free.end_time);
    expect(decideCancelling(free, [], ended)).toBe('ended');
    expect(decideCancelling({ ...free, paid: true }, [], ended)).toBe('ended');
    expect(decideCancelling(free, [], new Date(ended.getTime() - 1))).toBe('open');
  });

  it('refuses cancelling a paid or used ticket', () => {
    expect(decideCancelling({ ...free, paid: true }, [])).toBe('paid');
    expect(decideCancelling(free, [{ ticket_code: 'free-one', status: 'used' }])).toBe('used');
  });

  it('allows cancelling a free ticket even if another ticket was used or the tickets are still loading', () => {
    expect(decideCancelling(free, [{ ticket_code: 'another', status: 'used' }])).toBe('open');
    expect(decideCancelling(free, undefined)).toBe('open');
  });
});
