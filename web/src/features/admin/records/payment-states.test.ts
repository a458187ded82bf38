import { describe, expect, it } from 'vitest';
import { describePayment, describeRefund, describeUserPayment } from './payment-states.ts';

describe('the admin dashboard', () => {
  it.each([
    ['refund_pending', false, 'Refund under way', 'warn'],
    ['refund_pending', true, 'Refund failing', 'bad'],
    ['refunded', false, 'Refunded', 'neutral'],
    ['charged_back', false, 'Charged back', 'bad'],
  ] as const)(
    'labels a payment with status %s and refund_failing %s as “%s”',
    (status, refund_failing, word, tone) => {
      expect(describePayment({ status, refund_failing, refunds: [] })).toEqual({ word, tone });
    },
  );

  it.each([
    ['Partly refunded', 'succeeded'],
    ['Paid', 'failed'],
  ] as const)('labels a paid payment as “%s” if it has a refund that is %s', (word, status) => {
    const payment = { status: 'paid', refund_failing: false, refunds: [{ status }] } as const;
    expect(describePayment(payment).word).toBe(word);
  });

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

describe('a refund in the list of payments', () => {
  const refund = {
    status: 'succeeded',
    reason: 'requested',
    made_outside: false,
    ends_tickets: true,
  } as const;

  it.each([
    ['returned, by the organisers', refund],
    ['on its way, the event was cancelled', { ...refund, status: 'pending', reason: 'event_cancelled' }],
    ['given up, no place was left', { ...refund, status: 'failed', reason: 'no_seat' }],
    [
      'returned, made at the provider, tickets stay valid',
      { ...refund, made_outside: true, ends_tickets: false },
    ],
  ] as const)('is described as “%s”', (words, shown) => {
    expect(describeRefund(shown)).toBe(words);
  });
});
