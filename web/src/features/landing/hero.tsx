import { useQuery } from '@tanstack/react-query';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { DateTile } from '../../ui/date-tile.tsx';
import { dateTileOf } from '../../format/dates.ts';
import { EventImage } from '../events/event-image.tsx';
import type { ShownEvent } from '../events/shown-event.ts';
import { landingQuery } from './landing.api.ts';
import { RotatingWord } from './rotating-word.tsx';

// Each word must fit on one line. Otherwise the page below would move each time the word changes.
const words = ['Local', 'Tech', 'Community'] as const;

export function Hero() {
  const { data } = useQuery(landingQuery);
  return (
    <section className="page-width grid overflow-x-clip items-center gap-12 pt-12 pb-4 sm:pt-16 lg:grid-cols-[1.15fr_1fr] lg:gap-8 lg:pt-20">
      <div>
        <h1 className="text-[clamp(3rem,8.2vw,6.5rem)] leading-[0.98] font-semibold tracking-[-0.03em]">
          Discover <RotatingWord words={words} /> events.
        </h1>
        <p className="mt-7 max-w-lg text-xl leading-relaxed text-ink-soft">
          See what is on around you, take a seat in a minute, and walk in with a ticket on your phone.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
            Browse events
          </Link>
          <Link
            to={paths.signUp}
            search={{ organiser: true }}
            data-for="out"
            className={buttonStyle('secondary', 'lg')}
          >
            Put on your own
          </Link>
        </div>
      </div>
      <PosterWall events={data?.wall ?? []} />
    </section>
  );
}

/**
 * The upright frame cuts off the sides of a wide picture, so the file must be more than twice as wide as the frame.
 * Phones get a smaller file, because it arrives sooner.
 */
const leadSizes = '(min-width: 1024px) 500px, (min-width: 640px) 640px, 60vw';

/** Hidden from screen readers, because it is only a picture of what the list of events has. */
function PosterWall({ events }: { events: ShownEvent[] }) {
  const { timeZone } = useSite();
  const places = [
    'left-[20%] top-0 z-20 w-[60%] -rotate-2',
    'left-0 top-[34%] z-10 w-[46%] -rotate-6',
    'right-0 top-[38%] z-10 w-[46%] rotate-5',
  ];
  if (events.length === 0) return null;
  return (
    <div aria-hidden className="relative mx-auto aspect-square w-full max-w-xl lg:max-w-none">
      {events.map((event, index) => (
        <div
          key={event.id}
          className={`absolute ${places[index]} rounded-lg bg-raised p-2.5 shadow-float sm:p-3.5`}
        >
          <EventImage
            url={event.event_img_url}
            category={event.category}
            focus={event}
            load={index === 0 ? 'lead' : 'early'}
            sizes={index === 0 ? leadSizes : '(min-width: 1024px) 350px, 60vw'}
            nameless
            aspect="aspect-3/4"
            className="rounded-xs"
          />
          <DateTile {...dateTileOf(event.start_time, timeZone)} className="absolute -right-3 -bottom-3" />
        </div>
      ))}
    </div>
  );
}
