import { Clock, ListTodo, MapPin, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format/counts.ts';
import { formatPriceRange } from '../../format/money.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { DateTile } from '../../ui/date-tile.tsx';
import { dateTileOf, formatDate, formatTime } from '../../format/dates.ts';
import { EventImage } from '../events/event-image.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { type DraftGap, describeGaps } from './desk/draft-gaps.ts';
import { EventBadges } from './desk/event-badges.tsx';
import { EventLinks, listLinks } from './desk/event-links.tsx';

export interface TeamEventCardProps {
  event: FoyerEvent;
  mayEdit: boolean;
  /** What a draft still misses. */
  misses?: readonly DraftGap[];
}

export function TeamEventCard({ event, mayEdit, misses = [] }: TeamEventCardProps) {
  const { timeZone } = useSite();
  const [now] = useState(Date.now);
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-raised">
      <div className="relative">
        <EventImage
          url={event.event_img_url}
          category={event.category}
          focus={event}
          aspect="aspect-16/9"
          className={event.is_past ? 'saturate-50' : ''}
        />
        <DateTile {...dateTileOf(event.start_time, timeZone)} className="absolute bottom-3 left-4" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-5">
        <p className="flex flex-wrap items-center gap-2">
          <EventBadges event={event} now={now} />
          <span className="ml-auto font-semibold">{formatPriceRange(event.price, event.highest_price)}</span>
        </p>
        <h3 className="mt-3 line-clamp-3 pb-1 text-[1.45rem] leading-[1.2] font-semibold wrap-anywhere">
          <Link
            to={paths.event}
            params={eventParams(event)}
            className="hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
          >
            {event.title}
          </Link>
        </h3>
        <ul className="mt-3 grid grid-cols-1 gap-1.5 text-[0.9375rem] text-ink-soft">
          <Fact icon={<Clock size={17} aria-hidden />}>
            {formatDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
          </Fact>
          <Fact icon={<MapPin size={17} aria-hidden />}>{event.location ?? 'Location not specified'}</Fact>
          {(event.status !== 'draft' || event.attendee_count > 0) && (
            <Fact icon={<Users size={17} aria-hidden />}>
              {formatCount(event.attendee_count, 'attendee')}
              {!event.is_past && placesLeft(event)}
            </Fact>
          )}
          {misses.length > 0 && (
            <Fact icon={<ListTodo size={17} aria-hidden />}>Still missing: {describeGaps(misses)}</Fact>
          )}
        </ul>
        <CardLinks event={event} mayEdit={mayEdit} now={now} />
      </div>
    </article>
  );
}

function CardLinks({ event, mayEdit, now }: { event: FoyerEvent; mayEdit: boolean; now: number }) {
  const linkCount = listLinks(event, mayEdit).length;
  if (linkCount === 0) return null;
  // The links are in rows of two. If their number is odd, the first link takes a whole row.
  const width = linkCount % 2 === 1 ? 'first:basis-full' : '';
  const half = `flex-1 basis-[calc(50%-0.25rem)] gap-1.5 px-2! text-[0.9375rem] ${width}`;
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-5">
      <EventLinks
        event={event}
        mayEdit={mayEdit}
        now={now}
        isLead={event.status === 'draft'}
        className={half}
      />
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-1">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function placesLeft({ tickets_remaining: count, all_reserved, sales_paused }: FoyerEvent): string {
  if (sales_paused) return '';
  if (count === null) return '';
  if (all_reserved) return ', all reserved right now';
  return count === 0 ? ', sold out' : `, ${count} left`;
}
