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
  ['that was not requested yet', { ...failed, refund_attempts: 0 }, false],
  ['that is under way after a second try', { ...failed, refund_id: 're_2' }, false],
  ['that a dispute blocks', { ...failed, is_refund_blocked: true }, false],
  ['that succeeded after a failure', { ...failed, status: 'refunded', refund_id: 're_2' }, false],
] as const)('shows a refund %s as failing: %s', (_, payment, isFailing) => {
  expect(isRefundFailing(payment)).toBe(isFailing);
});
