import { MapPin } from 'lucide-react';
import { dateTileOf, formatLongDate, formatTimeRange, zoneName } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { DateTile } from '../../../ui/date-tile.tsx';
import type { FoyerEvent } from '../events.api.ts';
import { CalendarAndShare } from './calendar-and-share.tsx';
import { findMapAddress } from './event-place.ts';

export function WhenAndWhere({ event }: { event: FoyerEvent }) {
  const { timeZone } = useSite();
  const map = findMapAddress(event.location);
  return (
    <>
      <div className="flex items-start gap-5">
        <DateTile {...dateTileOf(event.start_time, timeZone)} className="shadow-none" />
        <div>
          <p className="text-lg leading-snug font-semibold">{formatLongDate(event.start_time, timeZone)}</p>
          <p className="text-ink-soft">{formatTimeRange(event.start_time, event.end_time, timeZone)}</p>
          <p className="text-[0.9375rem] text-ink-faint">{zoneName(timeZone)}</p>
        </div>
      </div>
      <p className="mt-4 font-semibold wrap-anywhere">{event.location || 'Location not specified'}</p>
      {map && (
        <a
          href={map}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-8 items-center gap-1.5 text-[0.9375rem] text-ink-soft underline underline-offset-4 hover:text-ink"
        >
          <MapPin size={16} aria-hidden />
          Show on a map
        </a>
      )}
      <CalendarAndShare event={event} />
    </>
  );
}
