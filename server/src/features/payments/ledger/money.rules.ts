import type { PaymentStatus } from '../../../db/order-tables.ts';
import type { ProviderMoney } from '../../../payments/provider.ts';
import { judgeRefunds, type KnownRefund, type RefundVerdict } from '../refunds/refunds.rules.ts';

interface KnownMoney {
  status: PaymentStatus;
  amount_pence: number;
}

/** What the ledger must store about a payment, according to its refunds and disputes at the provider. */
export interface Verdict {
  status: PaymentStatus;
  refundedPence: number;
  /** The sum of the pending and the succeeded refunds. */
  committedPence: number;
  /** The amount that banks withhold or have taken in disputes. It may exceed the rest of the payment after refunds. */
  disputedPence: number;
  /** Whether the payment has a dispute that the bank has not decided, or has decided against us. */
  isDisputed: boolean;
  /** The newest dispute that the bank has not decided, or has decided against us. */
  disputeId: string | null;
  isRefundBlocked: boolean;
  refunds: RefundVerdict[];
  /**
   * Whether all tickets of the payment end: the bank took the money back, or somebody refunded the rest at the
   * provider.
   */
  isEnding: boolean;
}

/**
 * Decides what to record about a paid payment. It stays `paid` until succeeded and pending refunds cover the whole
 * price. A lost dispute makes it `charged_back`.
 */
export function judgeMoney(known: KnownMoney, rows: readonly KnownRefund[], money: ProviderMoney): Verdict {
  const pressing = money.disputes.filter((one) => one.status !== 'won');
  const isLost = known.status === 'charged_back' || pressing.some((one) => one.status === 'lost');
  const refunds = judgeRefunds({
    amountPence: known.amount_pence,
    rows,
    reported: money.refunds,
    isLost,
    // The buyer expects a full refund. If the refund fails, Foyer requests it again, even if somebody else made it.
    isOwed: known.status !== 'paid',
  });
  const sum = (...statuses: string[]) =>
    refunds.reduce((total, one) => total + (statuses.includes(one.status) ? one.amountPence : 0), 0);
  const refundedPence = Math.min(sum('succeeded'), known.amount_pence);
  const committedPence = Math.min(sum('succeeded', 'pending'), known.amount_pence);
  const isWhole = committedPence === known.amount_pence;
  const isFromOutside = refunds.some(({ row }) => row === undefined);
  return {
    status: isLost ? 'charged_back' : describeRefunds(known.amount_pence, { refundedPence, committedPence }),
    refundedPence,
    committedPence,
    disputedPence: money.disputes.reduce((total, one) => total + one.heldPence, 0),
    isDisputed: pressing.length > 0,
    disputeId: pressing[0]?.id ?? null,
    isRefundBlocked: pressing.some((one) => !one.isRefundable),
    refunds,
    isEnding: isLost ? known.status !== 'charged_back' : known.status === 'paid' && isWhole && isFromOutside,
  };
}

function describeRefunds(
  amountPence: number,
  { refundedPence, committedPence }: { refundedPence: number; committedPence: number },
): PaymentStatus {
  if (refundedPence === amountPence) return 'refunded';
  return committedPence === amountPence ? 'refund_pending' : 'paid';
}
