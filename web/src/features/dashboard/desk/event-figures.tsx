import { formatNumber } from '../../../format/counts.ts';
import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Figure, Figures } from '../../../ui/figure.tsx';
import { describeRest } from '../money/money-words.ts';
import type { DeskEvent } from './dashboard.desk.api.ts';
import { countDaysToGo, isDoorTime } from './desk-times.ts';

interface EventFiguresProps {
  figures: DeskEvent;
  /** Whether a ticket of the event costs anything. */
  isPaid: boolean;
  now: number;
}

/** How an event sells: what is sold of its capacity, the money if the viewer may see it, and how long it is to go unless it is cancelled. */
export function EventFigures({ figures, isPaid, now }: EventFiguresProps) {
  const { timeZone } = useSite();
  const { sold, held, admitted, capacity, money, status } = figures;
  const days = countDaysToGo(figures, now, timeZone);
  return (
    <Figures className="mt-5">
      <Figure
        name={capacity === null ? 'sold' : `of ${formatNumber(capacity)} sold`}
        note={held > 0 && `${formatNumber(held)} held for payment`}
        part={capacity === null ? null : sold / Math.max(capacity, 1)}
      >
        {formatNumber(sold)}
      </Figure>
      {money && (isPaid || money.taken > 0) && (
        <Figure name="taken" note={describeRest(money)}>
          {formatMoney(money.taken)}
        </Figure>
      )}
      {status !== 'cancelled' &&
        (isDoorTime(figures, now) ? (
          <Figure name={`of ${formatNumber(sold)} are in`}>{formatNumber(admitted)}</Figure>
        ) : (
          <Figure name={days === 1 ? 'day to go' : 'days to go'}>{formatNumber(days)}</Figure>
        ))}
    </Figures>
  );
}
