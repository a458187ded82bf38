import { MapPin } from 'lucide-react';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { DateTile } from '../../ui/date-tile.tsx';
import { dateTileOf, formatDate, formatTimeRange } from '../../format/dates.ts';
import type { Ticket } from './tickets.api.ts';

export interface TicketFaceProps extends Pick<
  Ticket,
  'event_id' | 'event_title' | 'start_time' | 'end_time' | 'location'
> {
  heading?: 'h2' | 'h3';
}

export function TicketFace(props: TicketFaceProps) {
  const { event_id, event_title, start_time, end_time, location, heading: Heading = 'h3' } = props;
  const { timeZone } = useSite();
  return (
    <>
      <div className="flex items-start gap-4">
        <DateTile {...dateTileOf(start_time, timeZone)} className="shadow-none" />
        <div className="min-w-0 flex-1">
          <Heading className="text-2xl font-semibold wrap-anywhere">
            <Link
              to={paths.event}
              params={eventParams({ id: event_id })}
              className="hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
            >
              {event_title}
            </Link>
          </Heading>
          <p className="mt-2 font-semibold">{formatDate(start_time, timeZone)}</p>
          <p className="text-ink-soft">{formatTimeRange(start_time, end_time, timeZone)}</p>
        </div>
      </div>
      <p className="mt-4 flex items-start gap-2 text-ink-soft">
        <MapPin size={17} aria-hidden className="mt-1.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{location ?? 'Location not specified'}</span>
      </p>
    </>
  );
}
