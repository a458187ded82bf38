import { formatTime } from '../../format/dates.ts';
import { recordAnnouncement } from './checkout-marks.ts';
import type { VerifiedPayment } from './payments.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

// All messages about a payment use this toast id, so that a later message replaces an earlier message.
const id = 'payment';

/**
 * A toast of two sentences stays for this many milliseconds. The default of four seconds is too short to read
 * two sentences.
 */
const longDuration = 10_000;

/** Shows a payment's state in a toast. Each state is shown only once, even if the buyer opens the page again. */
export function announcePayment(state: VerifiedPayment['state'], sessionId: string): void {
  if (!recordAnnouncement(sessionId, state)) return;
  if (state === 'paid') toast.success('Payment successful! Your ticket has been issued.', { id });
  if (state === 'unpaid') announceUnpaidCheckout();
  if (state === 'unissued') {
    toast.warning(
      "We verified your payment but had trouble issuing your ticket. Please contact support if you don't see your ticket soon.",
      { id },
    );
  }
}

/** @param hold until when the buyer's seat is held, if it is still held */
export function announceUnpaidCheckout(hold?: { until: string; timeZone: string }): void {
  toast.error("Your payment was not completed. Please try again when you're ready to purchase.", {
    id,
    duration: longDuration,
    description:
      hold &&
      `We hold your seat until ${formatTime(hold.until, hold.timeZone)}. Complete the purchase or release the seat before then.`,
  });
}
