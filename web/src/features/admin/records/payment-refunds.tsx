import { formatDate } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import type { ComparedPayment } from '../admin.records.api.ts';
import { describeRefund } from './payment-states.ts';

/**
 * A line with the number of a payment's refunds. Pressing the line lists the refunds. A payment without refunds
 * has no such line.
 */
export function PaymentRefunds({
  refunds,
  timeZone,
}: Pick<ComparedPayment, 'refunds'> & { timeZone: string }) {
  if (refunds.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer underline-offset-4 hover:underline">
        {refunds.length === 1 ? '1 refund' : `${refunds.length} refunds`}
      </summary>
      <ul className="mt-1 flex max-w-56 flex-col gap-2 text-[0.9375rem] wrap-anywhere text-ink-soft">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span className="font-semibold text-ink">{formatMoney(refund.amount)}</span>{' '}
            {describeRefund(refund)}
            <span className="block">{formatDate(refund.created_at, timeZone)}</span>
            {refund.note !== null && <span className="block">“{refund.note}”</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
