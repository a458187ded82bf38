import { ArrowLeft } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatLongDate, formatTime } from '../../../format/dates.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { backLinkLook } from '../../../ui/button.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EventPoster } from './event-poster.tsx';
import { EventTicket } from './event-ticket.tsx';
import { MoreFromHost } from './more-from-host.tsx';
import { ContactLink } from '../contact-link.tsx';
import { HostLink } from '../host-link.tsx';
import { findPosterColour } from '../event-image.tsx';
import type { FoyerEvent, ViewedEvent } from '../events.api.ts';
import { useLeftList } from '../browse/use-left-list.ts';
import { CalendarAndShare } from '../calendar/calendar-and-share.tsx';

// Only members of the team see these parts.
const EventManagement = lazyPart(async () => (await import('./event-management.tsx')).EventManagement);
const PrivateLink = lazyPart(async () => (await import('./private-link.tsx')).PrivateLink);

export type EventViewer = NonNullable<ViewedEvent['viewer']>;

export interface EventViewProps {
  event: ViewedEvent;
  viewer: EventViewer | null;
  /** True while `viewer` is still loading. */
  checking: boolean;
  /** When the event was read, in milliseconds since 1970. Server and browser both use this as the current time. */
  asOf: number;
}

export function EventView({ event, viewer, checking, asOf }: EventViewProps) {
  const leftList = useLeftList();
  const host = event.team_name || event.creator_username;
  return (
    <article
      className="poster-tint"
      style={{ '--poster': findPosterColour(event.event_img_url, event.category) } as CSSProperties}
    >
      <div className="page-width pt-6">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Link to={paths.events} search={leftList} className={backLinkLook}>
            <ArrowLeft size={18} aria-hidden />
            Back to Events
          </Link>
          {viewer && (viewer.can_edit || viewer.can_delete || viewer.can_manage) && (
            <EventManagement event={event} viewer={viewer} />
          )}
        </div>
        {event.private_key && <PrivateLink event={event} eventKey={event.private_key} />}
        <header className="mt-6 max-w-5xl">
          <p className="flex flex-wrap items-center gap-2">
            {event.category && <Badge tone="spot">{event.category}</Badge>}
            <StatusBadge event={event} asOf={asOf} />
            {!event.is_public && <Badge tone="outline">Private</Badge>}
          </p>
          <h1 className="mt-4 text-[clamp(2.5rem,6.5vw,5rem)] leading-[1.02] font-semibold wrap-anywhere">
            {event.title}
          </h1>
          {host && (
            <div className="mt-4 flex items-center gap-3 text-lg text-ink-soft">
              <Avatar
                username={host}
                imageUrl={event.team_picture_url}
                isTeam={event.team_id !== null}
                className="shrink-0 ring-1 ring-line"
              />
              <div className="min-w-0">
                <HostLink event={event} />
                {event.team_contact_email && (
                  <p className="text-base">
                    Questions? Write to <ContactLink email={event.team_contact_email} />
                  </p>
                )}
              </div>
            </div>
          )}
        </header>
        <div className="mt-9 grid grid-cols-1 items-start gap-9 lg:grid-cols-[minmax(0,1.65fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_1fr] lg:gap-12">
          <EventPoster event={event} />
          <aside aria-label="Ticket Purchase" className="lg:sticky lg:top-26 lg:row-span-2">
            <EventTicket event={event} viewer={viewer} checking={checking} asOf={asOf} />
            <CalendarAndShare event={event} />
          </aside>
          <div className="grid gap-10">
            {event.description_html && (
              <section aria-labelledby="about">
                <h2 id="about" className="text-3xl font-semibold">
                  About this event
                </h2>
                <div
                  className="formatted mt-4 max-w-prose text-lg wrap-anywhere"
                  // The server wrote this HTML from the text, and it lets through only a few tags.
                  // oxlint-disable-next-line react/no-danger
                  dangerouslySetInnerHTML={{ __html: event.description_html }}
                />
              </section>
            )}
            <EventDetails event={event} />
            <MoreDates dates={event.more_dates} />
          </div>
        </div>
        {event.team_id !== null && <MoreFromHost team={event.team_id} eventId={event.id} />}
      </div>
    </article>
  );
}

/** The other events of a series. */
function MoreDates({ dates }: { dates: ViewedEvent['more_dates'] }) {
  const { timeZone } = useSite();
  if (dates.length === 0) return null;
  return (
    <section aria-labelledby="dates">
      <h2 id="dates" className="text-3xl font-semibold">
        More dates
      </h2>
      <ul className="mt-4 grid gap-1 text-lg">
        {dates.map((date) => (
          <li key={date.id}>
            <Link
              to={paths.event}
              params={eventParams(date)}
              className="font-semibold text-spot hover:underline"
            >
              {formatLongDate(date.start_time, timeZone)}, {formatTime(date.start_time, timeZone)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The optional parts. */
function EventDetails({ event: { line_up, accessibility } }: { event: ViewedEvent }) {
  const names = line_up?.split('\n').filter((name) => name.trim() !== '') ?? [];
  return (
    <>
      {names.length > 0 && (
        <section aria-labelledby="line-up">
          <h2 id="line-up" className="text-3xl font-semibold">
            Line-up
          </h2>
          <ul className="mt-4 grid gap-1 font-display text-2xl leading-tight font-semibold wrap-anywhere">
            {names.map((name, place) => (
              // Two acts may have the same name.
              <li key={place}>{name}</li>
            ))}
          </ul>
        </section>
      )}
      {accessibility && (
        <section aria-labelledby="accessibility">
          <h2 id="accessibility" className="text-3xl font-semibold">
            Accessibility
          </h2>
          <p className="mt-4 max-w-prose text-lg whitespace-pre-line wrap-anywhere">{accessibility}</p>
        </section>
      )}
    </>
  );
}

/** The state of the event in the visitors' words. `asOf` is in milliseconds since 1970. */
function StatusBadge({ event, asOf }: { event: FoyerEvent; asOf: number }) {
  if (event.status === 'draft') return <Badge tone="outline">Draft</Badge>;
  if (event.status === 'cancelled') return <Badge tone="bad">Cancelled</Badge>;
  if (event.is_past) return <Badge tone="outline">Ended</Badge>;
  const hasStarted = Date.parse(event.start_time) <= asOf;
  if (!hasStarted && event.tickets_remaining === 0 && !event.all_reserved) {
    return <Badge tone="bad">Sold out</Badge>;
  }
  return <Badge tone="good">{hasStarted ? 'On now' : 'Upcoming'}</Badge>;
}
