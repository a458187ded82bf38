import { CalendarPlus, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLongDate, formatTimeRange } from '../../format/dates.ts';
import { formatDoors } from '../tickets/event-words.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ContactLink } from '../events/contact-link.tsx';
import { EventImage } from '../events/event-image.tsx';
import { useCalendar } from '../events/calendar/use-calendar.ts';
import type { Order } from './orders.api.ts';

export interface OrderedEventProps {
  event: Order['event'];
  /** The key of a private event, if this device knows it. */
  eventKey?: string;
  /** Whether the holder can still go to the event. If not, the calendar buttons are hidden. */
  isComing: boolean;
  /** False where a ticket beside it shows the picture of the event. */
  hasPicture: boolean;
  /** Whether the page names the event at its top on phones, so that only what is missing there is shown here. */
  isBrief?: boolean;
}

/** The event that tickets are for: its picture, title, time and place, and the buttons that put it into a calendar. */
export function OrderedEvent({ event, eventKey, isComing, hasPicture, isBrief = false }: OrderedEventProps) {
  const { timeZone } = useSite();
  const doors = formatDoors(event.start_time, event.doors_minutes, timeZone);
  const onWide = isBrief ? 'max-lg:hidden' : undefined;
  const hasButtons = isComing && event.status !== 'cancelled';
  const contact = event.team_contact_email;
  return (
    <section aria-label="The event" className={hasButtons || contact ? undefined : onWide}>
      <div className={onWide}>
        {hasPicture && (
          <div className="mb-5 overflow-hidden rounded-2xl">
            <EventImage
              url={event.event_img_url}
              category={event.category}
              sizes="(min-width: 1024px) 420px, 100vw"
            />
          </div>
        )}
        <h2 className="text-2xl font-semibold wrap-anywhere">
          <EventLink event={event} eventKey={eventKey}>
            {event.title}
          </EventLink>
        </h2>
        {event.status === 'cancelled' && (
          <Badge tone="bad" className="mt-2">
            Event cancelled
          </Badge>
        )}
        <p className="mt-2 font-semibold">{formatLongDate(event.start_time, timeZone)}</p>
        <p className="text-ink-soft">{formatTimeRange(event.start_time, event.end_time, timeZone)}</p>
        {doors && <p className="text-ink-soft">{doors}</p>}
        <p className="text-ink-soft wrap-anywhere">{event.location ?? 'Location not specified'}</p>
        {event.team_name !== null && (
          <p className="text-ink-soft wrap-anywhere">Hosted by {event.team_name}</p>
        )}
      </div>
      {hasButtons && (
        <CalendarButtons
          event={event}
          hasPage={event.is_public || eventKey !== undefined}
          eventKey={eventKey}
        />
      )}
      {contact && (
        <p className="mt-4 text-ink-soft first:mt-0">
          Questions about this event? Write to <ContactLink email={contact} />
        </p>
      )}
    </section>
  );
}

/** A private event's page opens only with its key, so without the key the title is no link. */
export function EventLink({
  event,
  eventKey,
  children,
}: Pick<OrderedEventProps, 'event' | 'eventKey'> & { children: ReactNode }) {
  if (!event.is_public && eventKey === undefined) return children;
  return (
    <Link
      to={paths.event}
      params={eventParams({ ...event, key: eventKey })}
      search={{ key: eventKey }}
      className="hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
    >
      {children}
    </Link>
  );
}

interface CalendarButtonsProps {
  event: Order['event'];
  /** Whether the holder can open the event's page. Only then can the holder download the calendar file. */
  hasPage: boolean;
  eventKey: string | undefined;
}

function CalendarButtons({ event, hasPage, eventKey }: CalendarButtonsProps) {
  const { openGoogleCalendar, downloadCalendarFile } = useCalendar({ ...event, description: null }, eventKey);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={openGoogleCalendar}>
        <CalendarPlus size={17} aria-hidden />
        Add to Google Calendar
      </Button>
      {hasPage && (
        <Button variant="secondary" size="sm" onClick={downloadCalendarFile}>
          <Download size={17} aria-hidden />
          Download for Apple Calendar
        </Button>
      )}
    </div>
  );
}
