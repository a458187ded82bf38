import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import type { Offer } from '../choice/events.choice.api.ts';
import type { FoyerEvent } from '../events.api.ts';

interface Addresses {
  address: string;
  images: readonly string[];
  /** The page of the team. */
  organizer: string | undefined;
}

/** Describes a public event as schema.org data, which search engines read. */
export function describeForSearch(
  event: FoyerEvent,
  offers: readonly Offer[] | null,
  { address, images, organizer }: Addresses,
) {
  const isCancelled = event.status === 'cancelled';
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description ? shorten(plainDescription(event.description), 300) : undefined,
    startDate: event.start_time,
    endDate: event.end_time,
    eventStatus: `https://schema.org/${isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    image: images.length > 0 ? images : undefined,
    url: address,
    location: event.location
      ? { '@type': 'Place', name: event.location, address: event.location }
      : undefined,
    organizer: event.team_name
      ? { '@type': 'Organization', name: event.team_name, url: organizer }
      : undefined,
    maximumAttendeeCapacity: event.max_attendees ?? undefined,
    remainingAttendeeCapacity: event.tickets_remaining ?? undefined,
    offers: isCancelled || event.is_past ? undefined : describeOffers(offers ?? [], address),
  };
}

/** Nothing is offered without public ticket types. If they could not be loaded, nobody knows the offers. */
function describeOffers(offers: readonly Offer[], url: string) {
  if (offers.length === 0) return undefined;
  return offers.map(({ name, price, state, sales_start, sales_end }) => ({
    '@type': 'Offer',
    priceCurrency: 'GBP',
    url,
    name,
    price,
    availability: availabilities[state] && inSchema(availabilities[state]),
    validFrom: sales_start ?? undefined,
    validThrough: sales_end ?? undefined,
  }));
}

/** Claims nothing while every place is reserved or sales are paused, because both may change in a few minutes. */
const availabilities: Record<Offer['state'], string | undefined> = {
  on_sale: 'InStock',
  not_yet: 'PreOrder',
  sold_out: 'SoldOut',
  ended: 'Discontinued',
  all_reserved: undefined,
  paused: undefined,
};

function inSchema(word: string): string {
  return `https://schema.org/${word}`;
}

/** Makes one line of at most `length` characters. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
