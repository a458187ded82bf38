import type { PaymentKind, PaymentStatus } from '../../db/order-tables.ts';
import type { PaymentReference } from '../../payments/provider.ts';
import { computeHoldEnd, getHoldStart } from '../orders/orders.rules.ts';

/** The provider refuses a checkout session that would end in less than half an hour. */
const shortestSessionMinutes = 30;

/**
 * Minutes added to the time of every payment. The provider measures its half hour by its own clock, from the arrival of
 * our request.
 */
const spareMinutes = 5;

/** Computes when a payment that starts now ends, and with it the hold. */
export function computePaymentEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + (Math.max(holdMinutes, shortestSessionMinutes) + spareMinutes) * 60_000);
}

interface OrderToPay {
  held_since: Date | null;
  placed_at: Date;
}

/**
 * Computes when the payment of an order ends that starts now, and with it the hold. A buyer may take the time of one
 * hold, one payment and once more time, but not more. Returns null if too little time is left for a payment.
 */
export function findPaymentEnd(order: OrderToPay, holdMinutes: number, now: Date): Date | null {
  const holdEnd = computeHoldEnd(getHoldStart(order), holdMinutes);
  const latest = computePaymentEnd(computePaymentEnd(holdEnd, holdMinutes), holdMinutes);
  const wanted = computePaymentEnd(now, holdMinutes);
  const end = wanted < latest ? wanted : latest;
  return canStillOpen({ expires_at: end }, now) ? end : null;
}

/**
 * Chooses the website that a buyer returns to after paying: the website that asked for the payment, if CORS_ORIGINS
 * lists it. Returns null for Foyer itself.
 */
export function chooseReturnSite(origin: string | undefined, corsOrigins: readonly string[]): string | null {
  return origin !== undefined && corsOrigins.includes(origin) ? origin : null;
}

export function canStillOpen(payment: { expires_at: Date }, now: Date): boolean {
  return payment.expires_at.getTime() - now.getTime() >= shortestSessionMinutes * 60_000;
}

/** Whether the buyer has paid, even if the money went back later. */
export function tookMoney(status: PaymentStatus): boolean {
  return (
    status === 'paid' || status === 'refund_pending' || status === 'refunded' || status === 'charged_back'
  );
}

/** Whether Foyer may show the buyer a payment with this status without asking the provider first. */
export function isFinal(status: PaymentStatus): boolean {
  return status === 'expired' || (tookMoney(status) && status !== 'refund_pending');
}

/** Returns the provider's id of a payment, or undefined before the ledger has stored the id. */
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

export function describeStatus(status: PaymentStatus) {
  return apiStatuses[status];
}
