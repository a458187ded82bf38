import type { BadgeTone } from '../../ui/badge.tsx';
import type { ComparedPayment } from './admin.records.api.ts';

type PaymentState = ComparedPayment['status'] | 'unpaid';

const paymentStates: Record<PaymentState, { word: string; tone: BadgeTone }> = {
  starting: { word: 'Starting', tone: 'neutral' },
  unpaid: { word: 'Unpaid', tone: 'warn' },
  open: { word: 'Open', tone: 'warn' },
  paid: { word: 'Paid', tone: 'good' },
  expired: { word: 'Expired', tone: 'neutral' },
  refund_pending: { word: 'Refund under way', tone: 'warn' },
  refunded: { word: 'Refunded', tone: 'outline' },
  charged_back: { word: 'Charged back', tone: 'bad' },
};

/** What a payment's state is called, and how it looks; a refund that has failed is owed until another try gets through. */
export function describePayment({
  status,
  refund_attempts,
}: {
  status: PaymentState;
  refund_attempts: number;
}): { word: string; tone: BadgeTone } {
  if (status === 'refund_pending' && refund_attempts > 0) return { word: 'Refund failing', tone: 'bad' };
  return paymentStates[status];
}
