import { expect, it } from 'vitest';
import { isRefundFailing } from './payments.rules.ts';

const failed = {
  status: 'refund_pending',
  refund_id: null,
  refund_attempts: 1,
  is_refund_blocked: false,
} as const;

it.each([
  ['that failed', failed, true],
  ['that nobody has asked for yet', { ...failed, refund_attempts: 0 }, false],
  ['that was taken at the second try, and is under way', { ...failed, refund_id: 're_2' }, false],
  ['that a dispute decides on now', { ...failed, is_refund_blocked: true }, false],
  ['that came through at last', { ...failed, status: 'refunded', refund_id: 're_2' }, false],
] as const)('a refund %s: failing is %s', (_, payment, isFailing) => {
  expect(isRefundFailing(payment)).toBe(isFailing);
});
