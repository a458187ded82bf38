import type { BadgeTone } from '../../../ui/badge.tsx';
import type { UserPayment } from '../admin.api.ts';
import type { ComparedPayment } from '../admin.records.api.ts';
import { stateTones } from '../../tickets/state-tones.ts';

interface StateBadge {
  word: string;
  tone: BadgeTone;
}

const states: Record<ComparedPayment['status'] | 'unpaid', StateBadge> = {
  starting: { word: 'Starting', tone: stateTones.unpaid },
  unpaid: { word: 'Unpaid', tone: stateTones.unpaid },
  open: { word: 'Open', tone: stateTones.unpaid },
  paid: { word: 'Paid', tone: stateTones.paid },
  expired: { word: 'Expired', tone: stateTones.expired },
  refund_pending: { word: 'Refund under way', tone: stateTones.refunding },
  refunded: { word: 'Refunded', tone: stateTones.refunded },
  charged_back: { word: 'Charged back', tone: stateTones.disputed },
};

const partlyRefunded: StateBadge = { word: 'Partly refunded', tone: stateTones.paid };
const refundFailing: StateBadge = { word: 'Refund failing', tone: stateTones.failed };

export function describePayment({
  status,
  refund_failing,
  refunds,
}: Pick<ComparedPayment, 'status' | 'refund_failing'> & {
  refunds: readonly Pick<ComparedPayment['refunds'][number], 'status'>[];
}): StateBadge {
  if (refund_failing) return refundFailing;
  if (status === 'paid' && refunds.some((refund) => refund.status === 'succeeded')) return partlyRefunded;
  return states[status];
}

/**
 * The badge of a payment in the list of one user's payments, which has fields of their own for refunds and disputes.
 * In the ledger, refunds and disputes are values of `status`.
 */
export function describeUserPayment(
  payment: Pick<UserPayment, 'status' | 'disputed' | 'refund_pending' | 'refund_failing'>,
): StateBadge {
  if (payment.disputed) return { word: 'Disputed', tone: stateTones.disputed };
  if (payment.refund_failing) return refundFailing;
  return states[payment.refund_pending ? 'refund_pending' : payment.status];
}

type Refund = Pick<ComparedPayment['refunds'][number], 'status' | 'reason' | 'made_outside' | 'ends_tickets'>;

const refundStates: Record<Refund['status'], string> = {
  pending: 'on its way',
  succeeded: 'returned',
  failed: 'given up',
};

const refundReasons: Record<Refund['reason'], string> = {
  no_seat: 'no place was left',
  requested: 'by the organisers',
  event_cancelled: 'the event was cancelled',
  buyer_cancelled: 'cancelled by the buyer',
};

/** Describes a refund after its amount, such as "returned, by the organisers, tickets stay valid". */
export function describeRefund({ status, reason, made_outside, ends_tickets }: Refund): string {
  const why = made_outside ? 'made at the provider' : refundReasons[reason];
  return [refundStates[status], why, ...(ends_tickets ? [] : ['tickets stay valid'])].join(', ');
}
