import { formatLongDate, formatTimeRange } from '../../../format/dates.ts';
import { formatPriceRange, isFree } from '../../../format/money.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { EventImage } from '../../events/event-image.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import type { EventFigures, Sales } from './dashboard.desk.api.ts';
import { EventBadges } from './event-badges.tsx';
import { EventFigureList } from './event-figure-list.tsx';
import { EventLinks } from './event-links.tsx';
import { SalesByDay } from './sales-by-day.tsx';
import { SalesBySource, SalesByType } from './sales-shares.tsx';

export interface NextEventProps {
  event: FoyerEvent;
  figures: EventFigures;
  sales: Sales;
  mayEdit: boolean;
  now: number;
}

/** The event that the team works on now: its figures first, then how they came about. */
export function NextEvent({ event, figures, sales, mayEdit, now }: NextEventProps) {
  const { timeZone } = useSite();
  return (
    <article className="overflow-hidden rounded-2xl border border-line bg-raised">
      <div className="grid @[44rem]:grid-cols-[16rem_minmax(0,1fr)]">
        <EventImage
          url={event.event_img_url}
          category={event.category}
          focus={event}
          load="early"
          // The upright frame shows only the middle of a wide picture, which is more than twice as wide.
          sizes="(min-width: 768px) 600px, 100vw"
          aspect="aspect-16/9 @[44rem]:aspect-auto @[44rem]:h-full"
        />
        <div className="min-w-0 p-5 @[44rem]:p-6">
          <p className="flex flex-wrap items-center gap-2">
            <EventBadges event={event} now={now} />
            <span className="ml-auto font-semibold">
              {formatPriceRange(event.price, event.highest_price)}
            </span>
          </p>
          <h3 className="mt-2 line-clamp-3 pb-1 text-3xl leading-tight font-semibold wrap-anywhere">
            <Link
              to={paths.event}
              params={eventParams(event)}
              className="hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
            >
              {event.title}
            </Link>
          </h3>
          <p className="text-ink-soft wrap-anywhere">
            {formatLongDate(event.start_time, timeZone)},{' '}
            {formatTimeRange(event.start_time, event.end_time, timeZone)}
            {event.location && `\u00a0· ${event.location}`}
          </p>
          <div className="mt-5">
            <EventFigureList figures={figures} isPaid={!isFree(event.highest_price)} now={now} />
          </div>
          <div className="mt-5 grid grid-cols-2 gap-2 @[44rem]:grid-cols-4 @[44rem]:has-[>:nth-child(5)]:grid-cols-3">
            <EventLinks event={event} mayEdit={mayEdit} now={now} isLead className="px-2! text-[0.9375rem]" />
          </div>
        </div>
      </div>
      <div className="grid gap-8 border-t border-line p-5 @[44rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @[44rem]:p-6">
        <SalesByDay days={sales.days} earlier={sales.earlier} />
        <div className="grid content-start gap-6">
          <SalesByType types={sales.types} />
          <SalesBySource sources={sales.sources} />
        </div>
      </div>
    </article>
  );
}
