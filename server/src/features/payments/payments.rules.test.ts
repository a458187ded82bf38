import { describe, expect, it } from 'vitest';
import { isRefundFailing } from './payments.rules.ts';

const failed = {
  status: 'refund_pending',
  refund_id: null,
  refund_attempts: 1,
  is_refund_blocked: false,
} as const;

describe('the list of payments', () => {
  it.each([
    ['a refund that failed is shown as failing', failed, true],
    ['a refund that was not requested yet is not shown as failing', { ...failed, refund_attempts: 0 }, false],
    ['a refund that was requested again is not shown as failing', { ...failed, refund_id: 're_2' }, false],
    ['a refund that a dispute blocks is not shown as failing', { ...failed, is_refund_blocked: true }, false],
    [
      'a refund that succeeded after a failure is not shown as failing',
      { ...failed, status: 'refunded', refund_id: 're_2' },
      false,
    ],
  ] as const)('tells whether a refund keeps failing: %s', (_, payment, isFailing) => {
    expect(isRefundFailing(payment)).toBe(isFailing);
  });
});
