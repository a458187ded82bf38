import { expect, it } from 'vitest';
import { describePayment } from './payment-states.ts';

it.each([
  ['refund_pending', 0, 'Refund under way', 'warn'],
  ['refund_pending', 2, 'Refund failing', 'bad'],
  ['refunded', 2, 'Refunded', 'outline'],
] as const)('%s after %s failed tries is called %s', (status, refund_attempts, word, tone) => {
  expect(describePayment({ status, refund_attempts })).toEqual({ word, tone });
});
