import { pageHead } from '../../../layout/page-head.ts';
import { eventAddress } from '../../../paths.ts';
import type { Site } from '../../../site.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { isOwnPicture } from '../../../ui/own-picture.ts';
import type { FoyerEvent } from '../events.api.ts';

/**
 * Title and description of an event for search engines and shared links. A private event is kept out of search
 * engines, and its web address is kept from other sites, because the web address contains the key.
 */
export function eventHead(event: FoyerEvent | undefined, site: Site) {
  if (!event) return pageHead({ title: 'Event not found · Foyer', hidden: true });
  const isPrivate = !event.is_public;
  const address = eventAddress(site.origin, event);
  const image = isOwnPicture(event.event_img_url) ? `${site.origin}${event.event_img_url}` : null;
  const head = pageHead({
    title: `${event.title} · Foyer`,
    description: summarise(event, site.timeZone),
    canonical: isPrivate ? undefined : address,
    image,
    type: 'article',
    hidden: isPrivate || event.status !== 'published',
  });
  if (isPrivate) return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] };
  return { ...head, meta: [...head.meta, { 'script:ld+json': describeForSearch(event, address, image) }] };
}

function summarise(event: FoyerEvent, timeZone: string): string {
  const when = `${formatDate(event.start_time, timeZone)}, ${formatTime(event.start_time, timeZone)}`;
  const where = event.location ? ` at ${event.location}` : '';
  const text = event.description?.replace(/\s+/g, ' ').trim() ?? '';
  const whole = `${when}${where}. ${text}`;
  return whole.length > 200 ? `${whole.slice(0, 199).trimEnd()}…` : whole;
}

/** Describes the event as schema.org data, which search engines read. */
function describeForSearch(event: FoyerEvent, address: string, image: string | null) {
  const cancelled = event.status === 'cancelled';
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description ?? undefined,
    startDate: event.start_time,
    endDate: event.end_time,
    eventStatus: `https://schema.org/${cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    image: image ?? undefined,
    url: address,
    location: event.location
      ? { '@type': 'Place', name: event.location, address: event.location }
      : undefined,
    organizer: event.team_name ? { '@type': 'Organization', name: event.team_name } : undefined,
    maximumAttendeeCapacity: event.max_attendees ?? undefined,
    remainingAttendeeCapacity: event.tickets_remaining ?? undefined,
    offers: {
      '@type': 'Offer',
      price: event.price ?? 0,
      priceCurrency: 'GBP',
      url: address,
      availability: describeAvailability(event),
    },
  };
}

/** Claims nothing while every place is reserved or sales are paused, because both may change in a few minutes. */
function describeAvailability(event: FoyerEvent): string | undefined {
  const { tickets_remaining, all_reserved, sales_paused } = event;
  if (all_reserved || sales_paused) return undefined;
  return `https://schema.org/${tickets_remaining === 0 ? 'SoldOut' : 'InStock'}`;
}
