import { useQuery } from '@tanstack/react-query';
import { isFree } from '../../../format/money.ts';
import { Card } from '../../../ui/card.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { figuresQuery } from '../desk/dashboard.desk.api.ts';
import { EventFigureList } from '../desk/event-figure-list.tsx';

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
    <section aria-label="What is sold" className="mt-6">
      <Card className="p-5">
        <EventFigureList figures={figures} isPaid={!isFree(event.highest_price)} now={now} />
      </Card>
    </section>
  );
}
