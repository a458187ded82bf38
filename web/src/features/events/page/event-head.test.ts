import { describe, expect, it } from 'vitest';
import type { FoyerEvent } from '../events.api.ts';
import type { Offer, Offers } from '../choice/events.choice.api.ts';
import { eventHead } from './event-head.ts';

const site = { origin: 'https://foyer.example', timeZone: 'Europe/London' } as Parameters<
  typeof eventHead
>[1];
const event = {
  id: 7,
  title: 'Summer </script> Jazz',
  description: 'Bring\n a jumper. '.repeat(40),
  location: 'The Boiler House',
  price: 12.5,
  start_time: '2030-01-05T19:00:00.000Z',
  end_time: '2030-01-05T22:00:00.000Z',
  tickets_remaining: 3,
  all_reserved: false,
  sales_paused: false,
  status: 'published',
  is_public: true,
  event_img_url: '/uploads/events/a/page.webp',
  updated_at: '2029-12-01T00:00:00.000Z',
  is_past: false,
  team_id: 1,
  team_name: 'Quayside Collective',
} as FoyerEvent;

const type = { sales_start: null, sales_end: null } as Offer;
const types: Offer[] = [
  { ...type, name: 'Adult', price: 12.5, state: 'on_sale', sales_end: '2030-01-04T00:00:00.000Z' },
  { ...type, name: 'Child', price: 0, state: 'sold_out' },
  { ...type, name: 'Late', price: 20, state: 'not_yet', sales_start: '2030-01-01T09:00:00.000Z' },
  { ...type, name: 'Friend', price: 5, state: 'all_reserved' },
];

function describeForSearch(change: Partial<FoyerEvent>, ticket_types: Offer[] | null = types) {
  const offers = ticket_types && ({ ticket_types } as Offers);
  const { meta } = eventHead({ event: { ...event, ...change }, offers }, site);
  const [schema] = meta.flatMap((entry) => ('script:ld+json' in entry ? [entry['script:ld+json']] : []));
  return schema;
}

describe('what search engines learn about an event', () => {
  it('has an offer for each ticket type, with the state of its sale', () => {
    const url = 'https://foyer.example/events/7-summer-script-jazz';
    const offer = { '@type': 'Offer', priceCurrency: 'GBP', url };
    expect(describeForSearch({})).toMatchObject({
      '@type': 'Event',
      name: event.title,
      url,
      startDate: event.start_time,
      endDate: event.end_time,
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'The Boiler House' },
      organizer: {
        '@type': 'Organization',
        name: 'Quayside Collective',
        url: expect.stringMatching(/\/teams\/\d+-quayside-collective$/) as string,
      },
      offers: [
        { ...offer, name: 'Adult', price: 12.5, availability: 'https://schema.org/InStock' },
        { ...offer, name: 'Child', price: 0, availability: 'https://schema.org/SoldOut' },
        {
          ...offer,
          name: 'Late',
          availability: 'https://schema.org/PreOrder',
          validFrom: types[2]?.sales_start,
        },
        { ...offer, name: 'Friend', availability: undefined },
      ],
    });
  });

  it.each([
    ['whose ticket types are all hidden', []],
    ['whose ticket types could not be loaded', null],
  ])('has no offers of an event %s', (_, offers) => {
    expect(describeForSearch({ price: null }, offers)).toMatchObject({
      name: event.title,
      offers: undefined,
    });
  });

  it.each([
    ['a cancelled event', { status: 'cancelled' } as const, 'EventCancelled'],
    ['an ended event', { is_past: true }, 'EventScheduled'],
  ])('has no offers of %s', (_, change, state) => {
    expect(describeForSearch(change)).toMatchObject({
      eventStatus: `https://schema.org/${state}`,
      offers: undefined,
    });
  });

  it('has the share picture of a published public event only, and otherwise its poster', () => {
    const imageOf = (change: Partial<FoyerEvent>) =>
      eventHead({ event: { ...event, ...change }, offers: null }, site).meta.find(
        (entry) => 'property' in entry && entry.property === 'og:image',
      );
    const poster = { property: 'og:image', content: 'https://foyer.example/uploads/events/a/page.webp' };
    const shared = 'https://foyer.example/share/events/7.jpg?v=1890777600';
    expect(imageOf({})).toEqual({ property: 'og:image', content: shared });
    expect(imageOf({ event_img_url: null })).toEqual({ property: 'og:image', content: shared });
    expect(imageOf({ status: 'cancelled' })).toEqual(poster);
    expect(imageOf({ is_public: false })).toEqual(poster);
  });

  it('has a short description, and nothing about a private event', () => {
    expect(JSON.stringify(describeForSearch({})).length).toBeLessThan(2000);
    expect(describeForSearch({ is_public: false })).toBeUndefined();
  });
});
