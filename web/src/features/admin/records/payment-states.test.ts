import { describe, expect, it } from 'vitest';
import { describePayment, describeUserPayment } from './payment-states.ts';

describe('the admin dashboard', () => {
  it.each([
    ['refund_pending', false, 'Refund under way', 'warn'],
    ['refund_pending', true, 'Refund failing', 'bad'],
    ['refunded', false, 'Refunded', 'outline'],
    ['charged_back', false, 'Charged back', 'bad'],
  ] as const)(
    'labels a payment with status %s and refund_failing %s as “%s”',
    (status, refund_failing, word, tone) => {
      expect(describePayment({ status, refund_failing })).toEqual({ word, tone });
    },
  );

  const refunded = {
    status: 'refunded',
    disputed: false,
    refund_pending: false,
    refund_failing: false,
  } as const;

  it.each([
    ['Refunded', refunded],
    ['Refund under way', { ...refunded, refund_pending: true }],
    ['Refund failing', { ...refunded, refund_pending: true, refund_failing: true }],
    ['Disputed', { ...refunded, disputed: true }],
    ['Disputed', { ...refunded, status: 'paid', disputed: true }],
    ['Unpaid', { ...refunded, status: 'unpaid' }],
  ] as const)('shows the label “%s” for the buyer’s payment %j', (word, payment) => {
    expect(describeUserPayment(payment).word).toBe(word);
  });
});
