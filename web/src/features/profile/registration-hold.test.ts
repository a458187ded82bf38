import { describe, expect, it } from 'vitest';
import { isOpenHold } from './registration-hold.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const hold = {
  paid: false,
  price: 12.5,
  ticket_code: null,
  event_status: 'published',
  start_time: '2026-11-30T19:00:00.000Z',
  hold_expires_at: '2026-11-21T12:30:00.000Z',
  order_number: null,
} as const;

describe('the buyer', () => {
  it('can pay for a seat while it is held', () => {
    expect(isOpenHold(hold, now)).toBe(true);
  });

  it('can pay for a held order even if the event also offers free tickets', () => {
    expect(isOpenHold({ ...hold, price: 0, order_number: 'K7' }, now)).toBe(true);
  });

  it.each([
    ['the seat is already paid', { paid: true }],
    ['the event is free', { price: null }],
    ['the seat has a complimentary ticket', { ticket_code: 'abc' }],
    ['the event was cancelled', { event_status: 'cancelled' }],
    ['the event has started', { start_time: '2026-11-21T12:00:00.000Z' }],
    ['the order is confirmed', { order_number: 'K7', hold_expires_at: null }],
    ['the hold has expired', { hold_expires_at: '2026-11-21T11:59:59.000Z' }],
  ] as const)('cannot pay for a seat when %s', (_, change) => {
    expect(isOpenHold({ ...hold, ...change }, now)).toBe(false);
  });
});
