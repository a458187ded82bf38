import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import type { EventsSearch } from '../events/browse/events-search.ts';
import type { ShownEvent } from '../events/shown-event.ts';
import { SmallCard } from '../events/small-card.tsx';
import { landingQuery } from './landing.api.ts';

/** The sections below the featured events. Without events they are left out. */
export function EventRows() {
  const { data, dataUpdatedAt: asOf } = useQuery(landingQuery);
  if (!data) return null;
  return (
    <>
      <EventRow
        id="weekend"
        title="This weekend"
        events={data.weekend}
        asOf={asOf}
        search={{ when: 'weekend' }}
      >
        All this weekend
      </EventRow>
      <EventRow id="free" title="Free to come" events={data.free} asOf={asOf} search={{ free: true }}>
        All free events
      </EventRow>
      <EventRow id="new" title="Just announced" events={data.newest} asOf={asOf} search={{}}>
        Everything that is on
      </EventRow>
    </>
  );
}

interface EventRowProps {
  id: string;
  title: string;
  events: ShownEvent[];
  /** When the events were read, in milliseconds since 1970. */
  asOf: number;
  /** What the link beside the title shows in the list of events. */
  search: EventsSearch;
  children: string;
}

function EventRow({ id, title, events, asOf, search, children }: EventRowProps) {
  if (events.length === 0) return null;
  // With the words beside the pictures, two events fill the row.
  const isShort = events.length <= 2;
  return (
    <section aria-labelledby={id} className="mt-20">
      <div className="page-width flex flex-wrap items-end justify-between gap-x-4">
        <h2 id={id} className="text-3xl font-semibold sm:text-4xl">
          {title}
        </h2>
        <Link
          to={paths.events}
          search={search}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-spot hover:underline"
        >
          {children}
          <ArrowRight size={18} aria-hidden />
        </Link>
      </div>
      <ul
        className={classes(
          'page-gutter mt-5 flex snap-x gap-5 overflow-x-auto pb-4 [scrollbar-width:thin] lg:grid lg:gap-8',
          isShort ? 'sm:grid sm:grid-cols-2' : 'lg:grid-cols-4',
        )}
      >
        {events.map((event) => (
          <li
            key={event.id}
            className={classes(
              'w-[min(17rem,72vw)] shrink-0 snap-start',
              isShort ? 'sm:w-auto' : 'lg:w-auto',
            )}
          >
            <SmallCard event={event} asOf={asOf} beside={isShort} />
          </li>
        ))}
      </ul>
    </section>
  );
}
