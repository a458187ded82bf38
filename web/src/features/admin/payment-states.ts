import type { BadgeTone } from '../../ui/badge.tsx';
import type { ComparedPayment } from './admin.records.api.ts';

/** What a payment's state is called, and how it looks. */
export const paymentStates: Record<ComparedPayment['status'] | 'unpaid', { word: string; tone: BadgeTone }> =
  {
    starting: { word: 'Starting', tone: 'neutral' },
    unpaid: { word: 'Unpaid', tone: 'warn' },
    open: { word: 'Open', tone: 'warn' },
    paid: { word: 'Paid', tone: 'good' },
    expired: { word: 'Expired', tone: 'neutral' },
    refund_pending: { word: 'Refund under way', tone: 'warn' },
    refunded: { word: 'Refunded', tone: 'outline' },
    charged_back: { word: 'Charged back', tone: 'bad' },
  };

/** A payment's state; a refund that has failed is owed until another try gets through. */
export function paymentStateOf({
  status,
  refund_attempts,
}: Pick<ComparedPayment, 'status' | 'refund_attempts'>): { word: string; tone: BadgeTone } {
  if (status === 'refund_pending' && refund_attempts > 0) return { word: 'Refund failing', tone: 'bad' };
  return paymentStates[status];
}
