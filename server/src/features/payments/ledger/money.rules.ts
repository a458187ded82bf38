import type { PaymentStatus } from '../../../db/tables.ts';
import type { ProviderMoney } from '../../../payments/provider.ts';

interface KnownMoney {
  status: PaymentStatus;
  amount_pence: number;
  refund_id: string | null;
}

/** What the ledger must say about a payment's money, given what the provider reports. */
export interface Verdict {
  status: PaymentStatus;
  refundedPence: number;
  disputedPence: number;
  /** Whether there is a dispute that the bank has not decided, or has decided against us. */
  isDisputed: boolean;
  /** The newest such dispute. */
  disputeId: string | null;
  /** Whether the provider refuses refunds because of a dispute. */
  isRefundBlocked: boolean;
  /** The refund that returns the whole amount; null while no such refund can still succeed. */
  refundId: string | null;
  /** Whether the refund that the ledger names can no longer return the whole amount. */
  hasFailed: boolean;
}

/**
 * Decides what to record about a payment that took money. A lost dispute is final, whatever else was refunded. A ticket
 * counts as refunded when the refunds that succeeded, or still can, cover its whole price.
 */
export function judgeMoney(known: KnownMoney, money: ProviderMoney): Verdict {
  const sum = (status: string) =>
    money.refunds.reduce((total, one) => total + (one.status === status ? one.amountPence : 0), 0);
  // A bank may take a fee on top of the price. That is not this payment's money.
  const refundedPence = Math.min(sum('succeeded'), known.amount_pence);
  const held = money.disputes.reduce((total, one) => total + one.heldPence, 0);
  const pressing = money.disputes.filter((one) => one.status !== 'won');
  const isLost = pressing.some((one) => one.status === 'lost');
  const isWhole = sum('succeeded') + sum('pending') >= known.amount_pence;
  const status = decideStatus(known, { isLost, isWhole, isBack: refundedPence === known.amount_pence });
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

function decideStatus(
  known: KnownMoney,
  { isLost, isWhole, isBack }: { isLost: boolean; isWhole: boolean; isBack: boolean },
): PaymentStatus {
  if (isLost || known.status === 'charged_back') return 'charged_back';
  if (isBack) return 'refunded';
  // A refund that has begun stays owed until it has succeeded.
  return isWhole || known.status !== 'paid' ? 'refund_pending' : 'paid';
}
