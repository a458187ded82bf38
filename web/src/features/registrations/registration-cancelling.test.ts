import { expect, it } from 'vitest';
import { isCancellable } from './registration-cancelling.ts';

const free = { paid: false, ticket_code: 'free-one' };

it('a free ticket and an unpaid seat may be given back', () => {
  expect(isCancellable(free, [{ ticket_code: 'free-one', status: 'valid' }])).toBe(true);
  expect(isCancellable({ paid: false, ticket_code: null }, [])).toBe(true);
});

it('a paid or used ticket may not', () => {
  expect(isCancellable({ ...free, paid: true }, [])).toBe(false);
  expect(isCancellable(free, [{ ticket_code: 'free-one', status: 'used' }])).toBe(false);
});

it('another ticket that was used does not matter, nor do tickets that are not known yet', () => {
  expect(isCancellable(free, [{ ticket_code: 'another', status: 'used' }])).toBe(true);
  expect(isCancellable(free, undefined)).toBe(true);
});
