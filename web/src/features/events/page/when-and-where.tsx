import { formatCount } from '../../../format/counts.ts';
import { dateTileOf, formatLongDate, formatTimeRange, zoneName } from '../../../format/dates.ts';
import { formatDoors } from '../../tickets/event-words.ts';
import { useSite } from '../../../layout/use-site.ts';
import { DateTile } from '../../../ui/date-tile.tsx';
import type { ViewedEvent } from '../events.api.ts';
import { findMapAddress } from './event-place.ts';

export function WhenAndWhere({ event }: { event: ViewedEvent }) {
  const { timeZone } = useSite();
  const doors = formatDoors(event.start_time, event.doors_minutes, timeZone);
  return (
    <>
      <div className="flex items-start gap-4 sm:gap-5">
        <DateTile {...dateTileOf(event.start_time, timeZone)} className="shadow-none" />
        <div>
          {/* Smaller on narrow phones, where the longest weekday fits beside the tile only so. */}
          <p className="leading-snug font-semibold min-[26rem]:text-lg">
            {formatLongDate(event.start_time, timeZone)}
          </p>
          <p className="text-ink-soft">{formatTimeRange(event.start_time, event.end_time, timeZone)}</p>
          {doors && <p className="text-ink-soft">{doors}</p>}
          <p className="text-[0.9375rem] text-ink-faint">{zoneName(timeZone)}</p>
        </div>
      </div>
      <Place event={event} />
    </>
  );
}

/** What stands before the first comma is the name of the place. The rest tells the way. */
function Place({ event: { location, max_attendees, age_limit } }: { event: ViewedEvent }) {
  const map = findMapAddress(location);
  const [name, ...rest] = (location || 'Location not specified').split(/, */);
  return (
    <div className="mt-5 flex items-start gap-4 sm:gap-5">
      {/* Streets and a pin. */}
      <img
        src="/place.svg"
        loading="lazy"
        alt=""
        width={60}
        height={60}
        className="shrink-0 rounded-lg ring-1 ring-line"
        style={{ background: 'var(--mat)' }}
      />
      <div className="min-w-0">
        <p className="leading-snug font-semibold wrap-anywhere min-[26rem]:text-lg">{name}</p>
        {rest.length > 0 && <p className="text-ink-soft wrap-anywhere">{rest.join(', ')}</p>}
        <p className="text-[0.9375rem] text-ink-faint">
          {max_attendees === null
            ? 'Room for everyone'
            : `Room for ${formatCount(max_attendees, 'attendee')}`}
          {age_limit && `, ${age_limit} and over`}
        </p>
        {map && (
          <a
            href={map}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-8 items-center text-[0.9375rem] text-ink-soft underline underline-offset-4 hover:text-ink"
          >
            Show on a map
          </a>
        )}
      </div>
    </div>
  );
}
