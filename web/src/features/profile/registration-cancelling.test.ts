import { expect, it } from 'vitest';
import { decideCancelling } from './registration-cancelling.ts';

const free = { paid: false, ticket_code: 'free-one', end_time: '2199-01-01T00:00:00.000Z' };

it('a free ticket and an unpaid seat may be given back', () => {
  expect(decideCancelling(free, [{ ticket_code: 'free-one', status: 'valid' }])).toBe('open');
  expect(decideCancelling({ ...free, ticket_code: null }, [])).toBe('open');
});

it('nothing of an event that is over may', () => {
  const ended = new Date(free.end_time);
  expect(decideCancelling(free, [], ended)).toBe('over');
  expect(decideCancelling({ ...free, paid: true }, [], ended)).toBe('over');
  expect(decideCancelling(free, [], new Date(ended.getTime() - 1))).toBe('open');
});

it('a paid ticket is a matter for support, a used one for nobody', () => {
  expect(decideCancelling({ ...free, paid: true }, [])).toBe('paid');
  expect(decideCancelling(free, [{ ticket_code: 'free-one', status: 'used' }])).toBe('over');
});

it('another ticket that was used does not matter, nor do tickets that are not known yet', () => {
  expect(decideCancelling(free, [{ ticket_code: 'another', status: 'used' }])).toBe('open');
  expect(decideCancelling(free, undefined)).toBe('open');
});
