import { formatCount, formatNumber } from '../../../format/counts.ts';
import { dateTileOf, formatLongDate, formatTime } from '../../../format/dates.ts';
import { formatMoney, formatPriceRange } from '../../../format/money.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { DateTile } from '../../../ui/date-tile.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import type { EventFigures } from './dashboard.desk.api.ts';
import { countDaysToGo } from './desk-times.ts';
import { describeHeld } from './desk-words.ts';
import { EventBadges } from './event-badges.tsx';
import { EventLinks } from './event-links.tsx';
import { Gauge } from '../../../ui/gauge.tsx';

export interface EventRowProps {
  event: FoyerEvent;
  /** Undefined while the figures are loading. Past events have none. */
  figures: EventFigures | undefined;
  mayEdit: boolean;
  now: number;
}

/** An event on one line, or on three on a phone. */
export function EventRow({ event, figures, mayEdit, now }: EventRowProps) {
  const { timeZone } = useSite();
  return (
    <article className="grid gap-x-6 gap-y-3 rounded-2xl border border-line bg-raised p-4 @[52rem]:grid-cols-[minmax(0,1fr)_15rem] @[72rem]:grid-cols-[minmax(0,1fr)_15rem_auto] @[72rem]:items-center">
      <div className="flex min-w-0 gap-4">
        <DateTile {...dateTileOf(event.start_time, timeZone)} className="self-start" />
        <div className="min-w-0 grow">
          <p className="mb-1.5 flex flex-wrap items-center gap-2">
            <EventBadges event={event} now={now} />
            <span className="ml-auto font-semibold">
              {formatPriceRange(event.price, event.highest_price)}
            </span>
          </p>
          <h3 className="line-clamp-3 pb-0.5 text-xl leading-tight font-semibold wrap-anywhere">
            <Link
              to={paths.event}
              params={eventParams(event)}
              className="hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
            >
              {event.title}
            </Link>
          </h3>
          <p className="mt-0.5 text-[0.9375rem] text-ink-soft wrap-anywhere">
            {formatLongDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
            {event.location && `\u00a0· ${event.location}`}
          </p>
        </div>
      </div>
      <Figures event={event} figures={figures} now={now} />
      <div className="grid grid-cols-2 gap-2 @[32rem]:flex @[32rem]:flex-wrap @[52rem]:col-span-2 @[72rem]:col-span-1">
        <EventLinks
          event={event}
          mayEdit={mayEdit}
          now={now}
          className="min-h-10! px-3.5! text-[0.9375rem] last:odd:col-span-2"
        />
      </div>
    </article>
  );
}

function Figures({ event, figures, now }: Pick<EventRowProps, 'event' | 'figures' | 'now'>) {
  const { timeZone } = useSite();
  const sold = figures?.sold ?? event.attendee_count;
  const capacity = (event.is_past ? event.max_attendees : figures?.capacity) ?? null;
  const days = countDaysToGo(event, now, timeZone);
  const heldNote = figures && describeHeld(figures);
  return (
    <div className="text-[0.9375rem]">
      <p className="flex justify-between gap-4">
        <span>
          <strong className="text-lg font-semibold">{formatNumber(sold)}</strong>{' '}
          {capacity === null ? 'sold' : `of ${formatNumber(capacity)} sold`}
        </span>
        {!event.is_past && (
          <span className="text-ink-soft">{days === 0 ? 'Today' : formatCount(days, 'day')}</span>
        )}
      </p>
      {capacity !== null && <Gauge part={sold / Math.max(capacity, 1)} className="mt-1" />}
      {heldNote && <p className="mt-1 text-ink-soft">{heldNote}</p>}
      {figures?.money && figures.money.taken > 0 && (
        <p className="mt-1 text-ink-soft">{formatMoney(figures.money.taken)} taken</p>
      )}
    </div>
  );
}
