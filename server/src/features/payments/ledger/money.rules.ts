import type { PaymentStatus } from '../../../db/order-tables.ts';
import type { ProviderMoney } from '../../../payments/provider.ts';

interface KnownMoney {
  status: PaymentStatus;
  amount_pence: number;
  refund_id: string | null;
}

/** The facts that the ledger must store about a payment, decided from its refunds and disputes at the provider. */
export interface Verdict {
  status: PaymentStatus;
  refundedPence: number;
  disputedPence: number;
  /** Whether the payment has a dispute that the bank has not decided, or has decided against us. */
  isDisputed: boolean;
  /** The newest dispute that the bank has not decided, or has decided against us. */
  disputeId: string | null;
  isRefundBlocked: boolean;
  /**
   * The id of the refund to store. This is the refund already in the ledger or, when refunds cover the whole price,
   * the newest refund. This is null without a refund, or if the refund failed.
   */
  refundId: string | null;
  /** Whether the refund in the ledger has failed. Foyer then requests a new refund. */
  hasFailed: boolean;
}

/**
 * Decides what to record about a paid payment. The payment stays `paid` until successful and pending refunds together
 * cover the whole price. A lost dispute makes the payment `charged_back`.
 */
export function judgeMoney(known: KnownMoney, money: ProviderMoney): Verdict {
  const sum = (status: string) =>
    money.refunds.reduce((total, one) => total + (one.status === status ? one.amountPence : 0), 0);
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
    // A bank may hold back a fee on top of the price. The fee is not part of this payment.
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
  // A payment whose refund has begun stays `refund_pending` until all the money is back, even if a refund failed.
  return isWhole || known.status !== 'paid' ? 'refund_pending' : 'paid';
}
