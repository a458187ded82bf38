import { formatCardDate, formatTime } from '../../format/dates.ts';
import { formatPriceRange } from '../../format/money.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { EventImage } from './event-image.tsx';
import { isOnNow } from './on-now.ts';
import type { ShownEvent } from './shown-event.ts';

export interface SmallCardProps {
  event: ShownEvent;
  /** When the event was read, in milliseconds since 1970. */
  asOf: number;
  /** In wide windows, the words stand beside the picture. */
  beside?: boolean;
}

/** An event in a row of a few others. */
export function SmallCard({ event, asOf, beside = false }: SmallCardProps) {
  const { timeZone } = useSite();
  return (
    <article
      className={classes('group relative', beside && 'lg:grid lg:grid-cols-2 lg:items-center lg:gap-6')}
    >
      <div className="overflow-hidden rounded-2xl">
        <EventImage
          url={event.event_img_url}
          category={event.category}
          focus={event}
          sizes="(min-width: 1024px) 300px, 272px"
          className="transition-transform duration-500 ease-out group-hover:scale-103"
        />
      </div>
      <div>
        <p className="mt-3 text-[0.9375rem] font-semibold text-ink-soft">
          {isOnNow(event, asOf) && <span className="text-good">On now · </span>}
          {formatCardDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
        </p>
        <h3 className="mt-1 text-xl leading-tight font-semibold wrap-anywhere">
          <Link to={paths.event} params={eventParams(event)} className="after:absolute after:inset-0">
            {event.title}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-2 text-[0.9375rem] text-ink-faint wrap-anywhere">
          {event.location || 'Location not specified'}
        </p>
        <p className="mt-1 font-semibold">
          {formatPriceRange(event.price, event.highest_price)}
          {event.tickets_remaining === 0 && !event.all_reserved && (
            <span className="text-bad"> · Sold out</span>
          )}
        </p>
      </div>
    </article>
  );
}
