import { useQuery } from '@tanstack/react-query';
import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../../events/events.api.ts';
import { deskQuery } from '../desk/dashboard.desk.api.ts';
import { EventFigures } from '../desk/event-figures.tsx';

interface SalesFiguresProps {
  event: FoyerEvent;
  teamId: number;
  userId: number;
  now: number;
}

/**
 * The figures of the desk for one event. Nothing if the desk cannot be loaded or does not have the event, because it has
 * only the next 100 events of a team.
 */
export function SalesFigures({ event, teamId, userId, now }: SalesFiguresProps) {
  const { data } = useQuery(deskQuery(teamId, userId));
  const figures = data?.events.find(({ id }) => id === event.id);
  if (!figures) return null;
  return (
    <section aria-label="What is sold" className="mt-8">
      <EventFigures figures={figures} isPaid={!isFree(event.highest_price)} now={now} />
    </section>
  );
}
