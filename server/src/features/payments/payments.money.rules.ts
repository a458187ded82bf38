import type { PaymentStatus } from '../../db/tables.ts';
import type { ProviderMoney } from '../../payments/provider.ts';

interface Known {
  status: PaymentStatus;
  amount_pence: number;
  refund_id: string | null;
}

/** What the ledger has to say of a payment's money, by the provider's word. */
export interface Verdict {
  status: PaymentStatus;
  refundedPence: number;
  disputedPence: number;
  /** The bank has not decided, or has decided against us. */
  isDisputed: boolean;
  /** The newest such dispute. */
  disputeId: string | null;
  /** Whether the provider refuses refunds because of it. */
  isRefundBlocked: boolean;
  /** The refund that takes everything back; null while there is none that can still succeed. */
  refundId: string | null;
  /** Whether the refund that was known will not take everything back any more. */
  hasFailed: boolean;
}

/**
 * Judges a payment that took money. A lost dispute is the end, whatever else was given back; a ticket's money goes
 * back when the refunds that have succeeded or still can leave nothing of it.
 */
export function judgeMoney(known: Known, money: ProviderMoney): Verdict {
  const sum = (status: string) =>
    money.refunds.reduce((total, one) => total + (one.status === status ? one.amountPence : 0), 0);
  // What the ledger cannot hold, such as a fee of the bank's on top, is not this payment's money.
  const refundedPence = Math.min(sum('succeeded'), known.amount_pence);
  const held = money.disputes.reduce((total, one) => total + one.heldPence, 0);
  const pressing = money.disputes.filter((one) => one.status !== 'won');
  const isLost = pressing.some((one) => one.status === 'lost');
  const isWhole = sum('succeeded') + sum('pending') >= known.amount_pence;
  const status = findStatus(known, { isLost, isWhole, isBack: refundedPence === known.amount_pence });
  const isListed = money.refunds.some((one) => one.id === known.refund_id);
  const hasFailed = status === 'refund_pending' && isListed && !isWhole;
  const newest = money.refunds.find((one) => one.status !== 'failed');
  return {
    status,
    refundedPence,
    disputedPence: Math.min(held, known.amount_pence - refundedPence),
    isDisputed: pressing.length > 0,
    disputeId: pressing[0]?.id ?? null,
    isRefundBlocked: pressing.some((one) => !one.isRefundable),
    hasFailed,
    refundId: hasFailed ? null : (known.refund_id ?? (isWhole ? (newest?.id ?? null) : null)),
  };
}

function findStatus(
  known: Known,
  { isLost, isWhole, isBack }: { isLost: boolean; isWhole: boolean; isBack: boolean },
): PaymentStatus {
  if (isLost || known.status === 'charged_back') return 'charged_back';
  if (isBack) return 'refunded';
  // What began to go back stays owed until it has.
  return isWhole || known.status !== 'paid' ? 'refund_pending' : 'paid';
}
