import { formatNumber } from '../../../format/counts.ts';
import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Figure, Figures } from '../../../ui/figure.tsx';
import { describeRest } from '../money/money-words.ts';
import type { EventFigures } from './dashboard.desk.api.ts';
import { countDaysToGo, isDoorTime } from './desk-times.ts';
import { describeHeld } from './desk-words.ts';

interface EventFigureListProps {
  figures: EventFigures;
  /** Whether a ticket of the event costs anything. */
  isPaid: boolean;
  now: number;
}

/** How an event sells: what is sold of its capacity, the money if the viewer may see it, and its days to go or check-ins. */
export function EventFigureList({ figures, isPaid, now }: EventFigureListProps) {
  const { sold, capacity, money, status } = figures;
  return (
    <Figures>
      <Figure
        name={capacity === null ? 'sold' : `of ${formatNumber(capacity)} sold`}
        note={describeHeld(figures)}
        part={capacity === null ? null : sold / Math.max(capacity, 1)}
      >
        {formatNumber(sold)}
      </Figure>
      {money && (isPaid || money.taken > 0) && (
        <Figure name="taken" note={describeRest(money)}>
          {formatMoney(money.taken)}
        </Figure>
      )}
      {status !== 'cancelled' && <TimeFigure figures={figures} now={now} />}
    </Figures>
  );
}

/** The days until the event starts or, from the opening of its door, how many were checked in. */
function TimeFigure({ figures, now }: Pick<EventFigureListProps, 'figures' | 'now'>) {
  const { timeZone } = useSite();
  const { sold, admitted, end_time } = figures;
  if (now >= Date.parse(end_time)) {
    // Many teams check nobody in, and zero would say that nobody came.
    return (
      admitted > 0 && <Figure name={`of ${formatNumber(sold)} checked in`}>{formatNumber(admitted)}</Figure>
    );
  }
  if (isDoorTime(figures, now)) {
    return <Figure name={`of ${formatNumber(sold)} are in`}>{formatNumber(admitted)}</Figure>;
  }
  const days = countDaysToGo(figures, now, timeZone);
  return <Figure name={days === 1 ? 'day to go' : 'days to go'}>{formatNumber(days)}</Figure>;
}
