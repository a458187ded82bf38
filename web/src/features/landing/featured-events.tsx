import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { DateTile } from '../../ui/date-tile.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { dateTileOf, formatDate, formatTimeRange } from '../../format/dates.ts';
import { EventImage } from '../events/event-image.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { isOnNow } from '../events/on-now.ts';
import { landingQuery } from './landing.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

export function FeaturedEvents() {
  return (
    <section aria-labelledby="featured" className="page-width mt-20">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="featured" className="text-4xl font-semibold sm:text-5xl">
          Featured Events
        </h2>
        <Link
          to={paths.events}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-spot hover:underline"
        >
          All events
          <ArrowRight size={18} aria-hidden />
        </Link>
      </div>
      <div className="mt-8">
        <FeaturedList />
      </div>
    </section>
  );
}

function FeaturedList() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(landingQuery);
  useEffect(() => {
    if (error) toast.error('Error fetching events');
  }, [error]);
  if (error) {
    return (
      <ErrorState
        message={messageOf(error, 'The events could not be loaded.')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <output className="grid gap-8 lg:grid-cols-3">
        <span className="sr-only">Loading events...</span>
        <Skeleton className="h-112 sm:h-60 lg:h-112" />
        <Skeleton className="h-112 sm:h-60 lg:h-112" />
        <Skeleton className="h-112 sm:h-60 lg:h-112" />
      </output>
    );
  }
  if (data.featured.length === 0) {
    return (
      <EmptyState
        drawing="poster"
        title="No events found"
        hint="Check back later: something is always being planned."
      />
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-x-8 gap-y-12 lg:grid-cols-3">
      {data.featured.map((event) => (
        <li key={event.id}>
          <FeaturedEvent event={event} asOf={dataUpdatedAt} />
        </li>
      ))}
    </ul>
  );
}

function FeaturedEvent({ event, asOf }: { event: FoyerEvent; asOf: number }) {
  const { timeZone } = useSite();
  return (
    <article className="group relative flex h-full flex-col sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-6 lg:flex lg:gap-0">
      <div className="relative overflow-hidden rounded-2xl sm:self-start lg:self-stretch">
        <EventImage
          url={event.event_img_url}
          category={event.category}
          focus={event}
          className="transition-transform duration-500 ease-out group-hover:scale-103"
        />
      </div>
      <div className="mt-5 flex flex-1 items-start gap-4 sm:mt-0 lg:mt-5">
        <DateTile {...dateTileOf(event.start_time, timeZone)} />
        <div className="flex min-w-0 flex-1 flex-col self-stretch">
          <h3 className="text-2xl font-semibold wrap-anywhere">{event.title}</h3>
          <p className="mt-1.5 text-[0.9375rem] text-ink-faint">
            {isOnNow(event, asOf) && <span className="font-semibold text-good">On now · </span>}
            {formatDate(event.start_time, timeZone)} ·{' '}
            {formatTimeRange(event.start_time, event.end_time, timeZone)}
          </p>
          {event.description && (
            <p className="mt-3 line-clamp-3 text-ink-soft wrap-anywhere">
              {plainDescription(event.description)}
            </p>
          )}
          <p className="mt-auto pt-3">
            <Link
              to={paths.event}
              params={eventParams(event)}
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-spot underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              Learn More<span className="sr-only">: {event.title}</span>
              <ArrowRight size={18} aria-hidden />
            </Link>
          </p>
        </div>
      </div>
    </article>
  );
}
