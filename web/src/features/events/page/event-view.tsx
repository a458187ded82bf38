import { ArrowLeft } from 'lucide-react';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { formatCount } from '../../../format/counts.ts';
import { formatDate, formatTime, zoneName } from '../../../format/dates.ts';
import { EventImage } from '../event-image.tsx';
import { EventTicket } from './event-ticket.tsx';
import type { FoyerEvent, ViewedEvent } from '../events.api.ts';
import { useLeftList } from '../browse/use-left-list.ts';

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
    <article className="page-width pt-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Link
          to={paths.events}
          search={leftList}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-ink-soft hover:text-ink hover:underline"
        >
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
          <StatusBadge event={event} />
          {!event.is_public && <Badge tone="outline">Private</Badge>}
        </p>
        <h1 className="mt-4 text-[clamp(2.5rem,6.5vw,5rem)] leading-[1.02] font-semibold wrap-anywhere">
          {event.title}
        </h1>
        {host && <p className="mt-4 text-lg text-ink-soft wrap-anywhere">Hosted by {host}</p>}
      </header>
      <div className="mt-9 grid grid-cols-1 items-start gap-9 lg:grid-cols-[minmax(0,1.65fr)_minmax(20rem,1fr)] lg:gap-12">
        <div className="overflow-hidden rounded-2xl">
          <EventImage
            url={event.event_img_url}
            category={event.category}
            load="lead"
            aspect="aspect-16/9"
            sizes="(min-width: 1024px) 720px, 100vw"
          />
        </div>
        <aside aria-label="Ticket Purchase" className="lg:sticky lg:top-26 lg:row-span-2">
          <EventTicket event={event} viewer={viewer} checking={checking} asOf={asOf} />
        </aside>
        <div>
          <EventFacts event={event} />
          {event.description && (
            <section aria-labelledby="about" className="mt-10">
              <h2 id="about" className="text-3xl font-semibold">
                About this event
              </h2>
              <p className="mt-4 max-w-prose text-lg whitespace-pre-line wrap-anywhere">
                {event.description}
              </p>
            </section>
          )}
        </div>
      </div>
    </article>
  );
}

const statusTones: Record<FoyerEvent['status'], BadgeTone> = {
  published: 'good',
  draft: 'outline',
  cancelled: 'bad',
};

function StatusBadge({ event: { status, is_past } }: { event: FoyerEvent }) {
  if (status === 'published' && is_past) return <Badge>Ended</Badge>;
  return <Badge tone={statusTones[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

function EventFacts({ event }: { event: FoyerEvent }) {
  const { timeZone } = useSite();
  const facts: [string, string][] = [
    ['Starts', `${formatDate(event.start_time, timeZone)}, ${formatTime(event.start_time, timeZone)}`],
    ['Ends', `${formatDate(event.end_time, timeZone)}, ${formatTime(event.end_time, timeZone)}`],
    ['Location', event.location || 'Location not specified'],
    ['Capacity', event.max_attendees === null ? 'No limit' : formatCount(event.max_attendees, 'attendee')],
  ];
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="border-t border-line-strong pt-3">
            <dt className="text-[0.9375rem] text-ink-faint">{name}</dt>
            <dd className="mt-0.5 text-lg font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-[0.9375rem] text-ink-faint">All times are {zoneName(timeZone)}.</p>
    </>
  );
}
