import { formatMoney } from '../../format/money.ts';
import type { Order } from './orders.api.ts';

/** The sum that is left after refunds. Without a refund, the total of the order says what was paid. */
export function TotalAfterRefunds({ order: { paid, refunds } }: { order: Order }) {
  if (paid === undefined || !refunds.some(({ amount }) => amount > 0)) return null;
  return (
    <p className="flex justify-between gap-4 border-t border-line-strong pt-3 text-lg font-semibold">
      <span>Total after refunds</span>
      <span className="tabular-nums">{formatMoney(paid)}</span>
    </p>
  );
}
