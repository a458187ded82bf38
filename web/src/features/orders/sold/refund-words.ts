import { CallError, messageOf } from '../../../api/call-error.ts';
import { formatMoney } from '../../../format/money.ts';

/** Who sees the reason for the end of a ticket. A refund is listed on the page of its order, a cancellation is not. */
export const reasonHints = {
  cancel: 'Site administrators see it in the audit log. The buyer and the guest do not see it.',
  refund:
    'Your team sees it on the order, and site administrators see it in the audit log. The buyer and the guest do not see it.',
} as const;

/** Says why the server refused a refund, and what to do. */
export function describeRefusal(error: unknown): string {
  const fallback = 'We could not refund this order. Try again.';
  if (!(error instanceof CallError)) return fallback;
  const { left } = error.refusal;
  if (error.code === 'refund_too_large' && left !== undefined) {
    return left > 0
      ? `Only ${formatMoney(left)} is left to refund.`
      : 'All of this money has gone back already.';
  }
  if (error.code === 'order_not_paid')
    return 'Nobody has paid for this order, so there is nothing to refund.';
  if (error.code === 'ticket_refunded' || error.code === 'ticket_not_live') {
    return 'One of these tickets has ended since you opened this page. Close this window and look again.';
  }
  return messageOf(error, fallback);
}
