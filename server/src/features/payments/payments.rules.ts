import type { PaymentKind, PaymentStatus } from '../../db/tables.ts';
import type { PaymentReference } from '../../payments/provider.ts';

/** The provider lets no checkout session live for less than half an hour. */
const shortestSessionMinutes = 30;

/** The provider counts from when the request arrives, by its own clock, which is not quite ours. */
const spareMinutes = 5;

/** When a payment that is opened now ends, and with it the hold. */
export function findPaymentEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + (Math.max(holdMinutes, shortestSessionMinutes) + spareMinutes) * 60_000);
}

/** Where a buyer returns to after paying: the site that called, if its origin is allowed to, else Foyer itself. */
export function chooseReturnSite(
  origin: string | undefined,
  site: { corsOrigins: readonly string[]; publicUrl: string },
): string {
  return origin !== undefined && site.corsOrigins.includes(origin) ? origin : site.publicUrl;
}

/** A payment that was being opened when its process ended can be asked for again only while this holds. */
export function canStillOpen(payment: { expires_at: Date }, now: Date): boolean {
  return payment.expires_at.getTime() - now.getTime() >= shortestSessionMinutes * 60_000;
}

/** Whether the buyer's money has come, whatever became of it since. */
export function tookMoney(status: PaymentStatus): boolean {
  return (
    status === 'paid' || status === 'refund_pending' || status === 'refunded' || status === 'charged_back'
  );
}

/** A payment in one of these needs nothing more from the provider. */
export function isSettled(status: PaymentStatus): boolean {
  return status === 'expired' || (tookMoney(status) && status !== 'refund_pending');
}

interface OwedRefund {
  status: PaymentStatus;
  refund_id: string | null;
  refund_attempts: number;
  is_refund_blocked: boolean;
}

/** Whether the provider is still to be asked to give the money back. What a dispute has taken is the bank's to
 * give back, or ours afterwards. */
export function isRefundUnasked(payment: Omit<OwedRefund, 'refund_attempts'>): boolean {
  return payment.status === 'refund_pending' && payment.refund_id === null && !payment.is_refund_blocked;
}

/** Whether it was asked for in vain, and is to be asked again. */
export function isRefundFailing(payment: OwedRefund): boolean {
  return payment.refund_attempts > 0 && isRefundUnasked(payment);
}

/** What the provider knows a payment by; undefined while that is not written down. */
export function findReference(payment: {
  kind: PaymentKind;
  provider_session_id: string | null;
  payment_intent_id: string | null;
}): PaymentReference | undefined {
  const id = payment.kind === 'session' ? payment.provider_session_id : payment.payment_intent_id;
  return id === null ? undefined : { kind: payment.kind, id };
}

const shown = {
  starting: 'unpaid',
  open: 'unpaid',
  paid: 'paid',
  expired: 'expired',
  refund_pending: 'refunded',
  refunded: 'refunded',
  charged_back: 'refunded',
} as const satisfies Record<PaymentStatus, string>;

/** The ledger's state in the words of the API. */
export function describeStatus(status: PaymentStatus) {
  return shown[status];
}
