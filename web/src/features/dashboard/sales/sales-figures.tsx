import { useQuery } from '@tanstack/react-query';
import { isFree } from '../../../format/money.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { deskQuery } from '../desk/dashboard.desk.api.ts';
import { EventFigures } from '../desk/event-figures.tsx';

export interface SalesFiguresProps {
  event: FoyerEvent;
  teamId: number;
  userId: number;
  now: number;
}

/** The figures of the desk for one event. Nothing if the desk does not have the event or cannot be loaded. */
export function SalesFigures({ event, teamId, userId, now }: SalesFiguresProps) {
  const { data, isPending } = useQuery(deskQuery(teamId, userId));
  if (isPending) return <Skeleton className="mt-8 h-20 max-w-md" />;
  const figures = data?.events.find(({ id }) => id === event.id);
  if (!figures) return null;
  return (
    <section aria-label="What is sold" className="mt-8">
      <EventFigures figures={figures} isPaid={!isFree(event.highest_price)} now={now} />
    </section>
  );
}
