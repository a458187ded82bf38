import { toast } from 'sonner';
import { takePaymentAnnouncement } from './checkout-marks.ts';
import type { VerifiedPayment } from './payments.api.ts';

// One toast for a payment: a later word takes the place of an earlier one.
const id = 'payment';

/** Says how a payment stands; of a success only once, however often its page is opened. */
export function announcePayment(state: VerifiedPayment['state'], sessionId: string): void {
  if (state === 'paid' && takePaymentAnnouncement(sessionId)) {
    toast.success('Payment successful! Your ticket has been issued.', { id });
  }
  if (state === 'unpaid') announceAbandonedPayment();
  if (state === 'unissued') {
    toast.warning(
      "We verified your payment but had trouble issuing your ticket. Please contact support if you don't see your ticket soon.",
      { id },
    );
  }
}

export function announceAbandonedPayment(): void {
  toast.error("Your payment was not completed. Please try again when you're ready to purchase.", { id });
}
