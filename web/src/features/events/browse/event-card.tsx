import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import { Clock, MapPin, Users } from 'lucide-react';
import { formatCount } from '../../../format/counts.ts';
import { formatPriceRange } from '../../../format/money.ts';
import { useSession } from '../../../api/session.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { DateTile } from '../../../ui/date-tile.tsx';
import { useMyRegistration } from '../../registrations/use-my-registration.ts';
import { actionLabels, decideEventAction, type EventAction, isOpen } from '../page/event-action.ts';
import { dateTileOf, formatCardDate, formatTime } from '../../../format/dates.ts';
import { EventImage } from '../event-image.tsx';
import type { FoyerEvent } from '../events.api.ts';
import { HostLink } from '../host-link.tsx';
import { isOnNow } from '../on-now.ts';
import type { EventsSearch } from './events-search.ts';
import type { CardWidth } from './card-width.ts';

// Visitors do not see this button.
const EventActionButton = lazyPart(
  async () => (await import('../page/event-action-button.tsx')).EventActionButton,
);

export interface EventCardProps {
  event: FoyerEvent;
  /** Whether the picture is the first of the page, which loads before everything else. */
  isLead?: boolean;
  /** When the event was read, in milliseconds since 1970. */
  asOf: number;
  /**
   * The page, filters and search that the list shows now. The link Back to Events on the event's page leads back to
   * them.
   */
  list: EventsSearch;
  /** How much of the list's width the card has in wide windows. A full one has the picture beside the words. */
  width?: CardWidth;
  /** The level of the title. In a list with headings for its days, the titles stand below these. */
  heading?: 'h2' | 'h3';
  /** Leaves out the date tile, where the day stands above the card. */
  tileless?: boolean;
  /** Leaves out the link to the team, on a page that belongs to the team. */
  hostless?: boolean;
}

const pictureSizes: Record<CardWidth, string | undefined> = {
  full: '(min-width: 1280px) 700px, (min-width: 1024px) 58vw, (min-width: 640px) 50vw, 100vw',
  half: '(min-width: 1280px) 600px, (min-width: 640px) 50vw, 100vw',
  third: undefined,
};

export function EventCard({
  event,
  isLead = false,
  asOf,
  list,
  width = 'third',
  heading: Heading = 'h2',
  tileless = false,
  hostless = false,
}: EventCardProps) {
  const { timeZone } = useSite();
  const large = width === 'full';
  return (
    <article
      className={classes(
        'group relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-raised transition-shadow duration-200 hover:shadow-float',
        large && 'lg:grid lg:grid-cols-[7fr_5fr]',
      )}
    >
      <div className={classes('relative overflow-hidden', large && 'lg:grid')}>
        <EventImage
          url={event.event_img_url}
          category={event.category}
          focus={event}
          load={isLead ? 'lead' : 'late'}
          sizes={pictureSizes[width]}
          className={classes(
            'transition-transform duration-500 ease-out group-hover:scale-103',
            large && 'lg:h-full',
          )}
        />
        {isOnNow(event, asOf) && (
          <Badge tone="good" className="absolute top-3 left-4">
            On now
          </Badge>
        )}
        {!tileless && (
          <DateTile {...dateTileOf(event.start_time, timeZone)} className="absolute bottom-3 left-4" />
        )}
      </div>
      <div className={classes('flex flex-1 flex-col p-5', large && 'lg:p-8')}>
        <div className="flex items-baseline justify-between gap-3">
          <p className="text-sm font-semibold text-ink-faint">{event.category}</p>
          <p className="font-semibold">{formatPriceRange(event.price, event.highest_price)}</p>
        </div>
        <Heading
          className={classes(
            'mt-1 text-[1.55rem] leading-tight font-semibold wrap-anywhere',
            large ? 'lg:text-4xl' : 'line-clamp-3',
          )}
        >
          <Link
            to={paths.event}
            params={eventParams(event)}
            state={{ leftList: list }}
            className="after:absolute after:inset-0"
          >
            {event.title}
          </Link>
        </Heading>
        {event.description && (
          <p
            className={classes(
              'mt-2 text-ink-soft wrap-anywhere',
              large ? 'line-clamp-2 lg:line-clamp-4' : 'line-clamp-2',
            )}
          >
            {plainDescription(event.description)}
          </p>
        )}
        <EventFacts event={event} asOf={asOf} timeZone={timeZone} />
        {!hostless && <HostLink event={event} className="mt-3 text-[0.9375rem]" />}
        {/* All of the card leads to the event, also the room around the buttons. */}
        <div className="pointer-events-none @container relative mt-auto pt-5 [&>*>*]:pointer-events-auto">
          {/* The buttons are side by side only where the longest label fits, so that all cards look alike. */}
          <div className="flex flex-col gap-2 @xs:flex-row">
            <CardAction event={event} asOf={asOf} />
            <Link
              to={paths.event}
              params={eventParams(event)}
              state={{ leftList: list }}
              aria-label={`Details: ${event.title}`}
              className={`${buttonStyle('secondary')} @xs:flex-[1_0_auto]`}
            >
              Details
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}

function EventFacts({ event, asOf, timeZone }: { event: FoyerEvent; asOf: number; timeZone: string }) {
  return (
    <dl className="mt-4 grid gap-1.5 text-[0.9375rem] text-ink-soft">
      <div className="flex items-start gap-2.5">
        <dt>
          <Clock size={17} aria-hidden className="mt-1" />
          <span className="sr-only">When</span>
        </dt>
        <dd>
          {formatCardDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
        </dd>
      </div>
      <div className="flex items-start gap-2.5">
        <dt>
          <MapPin size={17} aria-hidden className="mt-1" />
          <span className="sr-only">Where</span>
        </dt>
        <dd className="line-clamp-2 wrap-anywhere">{event.location || 'Location not specified'}</dd>
      </div>
      <div className="flex items-center gap-2.5">
        <dt>
          <Users size={17} aria-hidden />
          <span className="sr-only">Places</span>
        </dt>
        <dd className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          <span>{formatCount(event.attendee_count, 'attendee')}</span>
          <PlacesLeft event={event} asOf={asOf} />
        </dd>
      </div>
    </dl>
  );
}

function PlacesLeft({ event, asOf }: { event: FoyerEvent; asOf: number }) {
  if (decideEventAction(event, null, asOf) === 'paused') {
    return <Badge tone="warn">{actionLabels.paused}</Badge>;
  }
  const { tickets_remaining: count, all_reserved } = event;
  if (count === null) return null;
  if (all_reserved) return <Badge tone="warn">All reserved</Badge>;
  if (count === 0) return <Badge tone="bad">Sold out</Badge>;
  return <Badge tone={count <= 10 ? 'warn' : 'neutral'}>{count} left</Badge>;
}

/** Gives the action button all the width that the Details link does not need. */
const actionRoom = '@xs:flex-[999]';

/** The card's main button for signed-in users. Visitors get no button, but read why if the event cannot be visited. */
function CardAction({ event, asOf }: { event: FoyerEvent; asOf: number }) {
  const session = useSession();
  const { checking, registration } = useMyRegistration(event.id);
  if (session.status !== 'in') {
    return (
      <>
        <ClosedForVisitors event={event} asOf={asOf} />
        {session.status === 'unknown' && <span data-for="in" className={`min-h-11 ${actionRoom}`} />}
      </>
    );
  }
  const standing = registration && {
    hasPaid: registration.paid,
    hasTicket: registration.ticket_code !== null,
    unpaidOrder: registration.hold_expires_at === null ? null : registration.order_number,
  };
  const action = decideEventAction(event, checking ? undefined : standing, asOf);
  return (
    <EventActionButton
      eventId={event.id}
      action={action}
      user={session.user}
      unpaidOrder={standing?.unpaidOrder}
      className={actionRoom}
      fallback={<span className={`min-h-11 ${actionRoom}`} />}
      // Each card would show the same message. The page of the event shows it once.
      renderFailure={() => null}
    />
  );
}

/** The badge beside the number of attendees says these. */
const saidByBadge = new Set<EventAction>(['sold-out', 'all-reserved', 'paused']);

function ClosedForVisitors({ event, asOf }: { event: FoyerEvent; asOf: number }) {
  const action = decideEventAction(event, null, asOf);
  if (isOpen(action) || saidByBadge.has(action)) return null;
  return (
    <span data-for="out" className={`${buttonStyle('closed')} ${actionRoom}`}>
      {actionLabels[action]}
    </span>
  );
}
