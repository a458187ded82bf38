import type { PaymentKind, PaymentStatus } from '../../db/tables.ts';
import type { PaymentReference } from '../../payments/provider.ts';

/** The provider lets no checkout session live for less than half an hour. */
const shortestSessionMinutes = 30;

/** The provider counts from the moment it gets the request, by its own clock, which may differ from ours. */
const spareMinutes = 5;

/** When a payment that starts now ends; its hold ends with it. */
export function computePaymentEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + (Math.max(holdMinutes, shortestSessionMinutes) + spareMinutes) * 60_000);
}

/** The site that a buyer returns to after paying: the one that called, if CORS_ORIGINS names it. Null: Foyer itself. */
export function chooseReturnSite(origin: string | undefined, corsOrigins: readonly string[]): string | null {
  return origin !== undefined && corsOrigins.includes(origin) ? origin : null;
}

/** Whether enough time is left to open a payment whose opening was interrupted. */
export function canStillOpen(payment: { expires_at: Date }, now: Date): boolean {
  return payment.expires_at.getTime() - now.getTime() >= shortestSessionMinutes * 60_000;
}

/** Whether the buyer has paid, even if the money went back later. */
export function tookMoney(status: PaymentStatus): boolean {
  return (
    status === 'paid' || status === 'refund_pending' || status === 'refunded' || status === 'charged_back'
  );
}

/** Whether the provider need not be asked about the payment again. */
export function isFinal(status: PaymentStatus): boolean {
  return status === 'expired' || (tookMoney(status) && status !== 'refund_pending');
}

interface OwedRefund {
  status: PaymentStatus;
  refund_id: string | null;
  refund_attempts: number;
  is_refund_blocked: boolean;
}

/**
 * Whether the provider must still be asked for the refund. While a dispute blocks it, the bank decides first; if it
 * decides for us, the refund follows.
 */
export function isRefundDue(payment: Omit<OwedRefund, 'refund_attempts'>): boolean {
  return payment.status === 'refund_pending' && payment.refund_id === null && !payment.is_refund_blocked;
}

/** Whether a refund failed and will be tried again. */
export function isRefundFailing(payment: OwedRefund): boolean {
  return payment.refund_attempts > 0 && isRefundDue(payment);
}

/** The provider's id of a payment; undefined until it is stored. */
export function findReference(payment: {
  kind: PaymentKind;
  provider_session_id: string | null;
  payment_intent_id: string | null;
}): PaymentReference | undefined {
  const id = payment.kind === 'session' ? payment.provider_session_id : payment.payment_intent_id;
  return id === null ? undefined : { kind: payment.kind, id };
}

const apiStatuses = {
  starting: 'unpaid',
  open: 'unpaid',
  paid: 'paid',
  expired: 'expired',
  refund_pending: 'refunded',
  refunded: 'refunded',
  charged_back: 'refunded',
} as const satisfies Record<PaymentStatus, string>;

/** The ledger's status in the words of the API. */
export function describeStatus(status: PaymentStatus) {
  return apiStatuses[status];
}
