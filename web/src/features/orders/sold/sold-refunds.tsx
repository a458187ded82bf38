import { formatCount } from '../../../format/counts.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { Order } from '../orders.api.ts';
import { stateTones } from '../../tickets/state-tones.ts';

type Refund = Order['refunds'][number];

const states: Record<Refund['status'], { word: string; tone: BadgeTone }> = {
  pending: { word: 'On its way', tone: stateTones.refunding },
  succeeded: { word: 'Refunded', tone: stateTones.refunded },
  failed: { word: 'Given up', tone: stateTones.failed },
};

export function SoldRefunds({ refunds }: { refunds: readonly Refund[] }) {
  const { timeZone } = useSite();
  if (refunds.length === 0) return null;
  return (
    <ul aria-label="Refunds" className="grid gap-3 border-t border-line pt-4">
      {refunds.map((refund) => (
        <li key={refund.id}>
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <RefundBadge {...refund} />
            {refund.amount > 0 && (
              <span className="whitespace-nowrap tabular-nums">−{formatMoney(refund.amount)}</span>
            )}
          </p>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">
            {formatDate(refund.created_at, timeZone)}, {formatTime(refund.created_at, timeZone)}.{' '}
            {describeEffect(refund)}
          </p>
          {refund.note !== null && <p className="text-[0.9375rem] wrap-anywhere">“{refund.note}”</p>}
        </li>
      ))}
    </ul>
  );
}

/** A refund of nothing only ended tickets. */
function RefundBadge({ amount, status }: Refund) {
  const { word, tone } = states[status];
  return amount > 0 ? <Badge tone={tone}>{word}</Badge> : <Badge tone={stateTones.ended}>No money</Badge>;
}

const reasons: Record<Exclude<Refund['reason'], 'no_seat'>, string> = {
  requested: '',
  event_cancelled: 'The event was cancelled. ',
  buyer_cancelled: 'The buyer cancelled. ',
};

function describeEffect({ reason, made_outside, ends_tickets, ticket_ids }: Refund): string {
  if (reason === 'no_seat') return 'The money came when no place was left.';
  const why = reasons[reason];
  const where = made_outside ? 'Made at the payment provider. ' : '';
  const count = formatCount(ticket_ids.length, 'ticket');
  const effect = ends_tickets && ticket_ids.length > 0 ? `Ended ${count}.` : 'The tickets stay valid.';
  return `${why}${where}${effect}`;
}
