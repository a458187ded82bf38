import { expect, it } from 'vitest';
import { isCancellable } from './registration-cancelling.ts';

const free = { paid: false, ticket_code: 'free-one', end_time: '2199-01-01T00:00:00.000Z' };

it('a free ticket and an unpaid seat may be given back', () => {
  expect(isCancellable(free, [{ ticket_code: 'free-one', status: 'valid' }])).toBe(true);
  expect(isCancellable({ ...free, ticket_code: null }, [])).toBe(true);
});

it('nothing of an event that is over may', () => {
  const ended = new Date(free.end_time);
  expect(isCancellable(free, [], ended)).toBe(false);
  expect(isCancellable(free, [], new Date(ended.getTime() - 1))).toBe(true);
});

it('a paid or used ticket may not', () => {
  expect(isCancellable({ ...free, paid: true }, [])).toBe(false);
  expect(isCancellable(free, [{ ticket_code: 'free-one', status: 'used' }])).toBe(false);
});

it('another ticket that was used does not matter, nor do tickets that are not known yet', () => {
  expect(isCancellable(free, [{ ticket_code: 'another', status: 'used' }])).toBe(true);
  expect(isCancellable(free, undefined)).toBe(true);
});
