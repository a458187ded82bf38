import { formatDate } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import type { Order } from '../orders.api.ts';

type Refund = Order['refunds'][number];

/** Leaves out refunds of nothing, which only ended tickets. */
export function OrderRefunds({ refunds: all }: { refunds: readonly Refund[] }) {
  const { timeZone } = useSite();
  const refunds = all.filter(({ amount }) => amount > 0);
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="order-refunds" className="border-t border-line pt-4">
      <h3 id="order-refunds" className="font-semibold">
        Refunds
      </h3>
      <ul className="mt-1.5 grid gap-1.5">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex justify-between gap-4">
            <span className="text-ink-soft">{describeRefund(refund, timeZone)}</span>
            <span className="whitespace-nowrap tabular-nums">−{formatMoney(refund.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says whether the money has reached the buyer. */
function describeRefund({ status, made_outside, created_at, finished_at }: Refund, timeZone: string): string {
  switch (status) {
    case 'pending':
      return 'On its way to your card. Banks usually show it within 5 to 10 days.';
    case 'succeeded':
      return `Refunded to your card on ${formatDate(finished_at ?? created_at, timeZone)}.`;
    case 'failed':
      // Foyer tries again if a bank rejects its refund, and gives up only if the money went back by another refund.
      return made_outside ? 'Your bank did not accept this refund.' : 'Went back to you in another way.';
  }
}
