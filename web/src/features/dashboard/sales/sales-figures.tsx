import { useQuery } from '@tanstack/react-query';
import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../../events/events.api.ts';
import { figuresQuery } from '../desk/dashboard.desk.api.ts';
import { EventFigures } from '../desk/event-figures.tsx';

interface SalesFiguresProps {
  event: FoyerEvent;
  userId: number;
  now: number;
}

/** What the event has sold. Nothing if that cannot be loaded. */
export function SalesFigures({ event, userId, now }: SalesFiguresProps) {
  const { data: figures } = useQuery(figuresQuery(event.id, userId));
  if (!figures) return null;
  return (
    <section aria-label="What is sold" className="mt-8">
      <EventFigures figures={figures} isPaid={!isFree(event.highest_price)} now={now} />
    </section>
  );
}
