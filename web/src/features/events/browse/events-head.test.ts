import { describe, expect, it } from 'vitest';
import { eventsHead } from './events-head.ts';
import { completeView, readEventsSearch } from './events-search.ts';

const site = { origin: 'https://foyer.example' } as Parameters<typeof eventsHead>[2];
const categories = { categories: [{ id: 4, name: 'Music' }] };

const headOf = (query: string) =>
  eventsHead(
    completeView(readEventsSearch(Object.fromEntries(new URLSearchParams(query)))),
    categories,
    site,
  );

describe('the head of the events list', () => {
  it.each([
    ['', 'Events', '/events', '/feeds/events.ics'],
    ['category=music', 'Music events', '/events?category=Music', '/feeds/categories/4.ics'],
    ['category=Casino+bonus', 'Events', '/events', '/feeds/events.ics'],
    ['category=Music&sort_by=price', 'Music events', '/events?category=Music', '/feeds/categories/4.ics'],
    ['page=2', 'Events, page 2', '/events?page=2', '/feeds/events.ics'],
    ['month=2026-12&page=2', 'Events in December 2026', '/events', '/feeds/events.ics'],
    ['page=2&perPage=12', 'Events', '/events', '/feeds/events.ics'],
  ])('has the title, the canonical address and the feed of its list: %j', (query, title, canonical, feed) => {
    const { meta, links } = headOf(query);
    expect(meta).toContainEqual({ title: `${title} · Foyer` });
    expect(meta).not.toContainEqual({ name: 'robots', content: 'noindex' });
    expect(links).toContainEqual({ rel: 'canonical', href: `https://foyer.example${canonical}` });
    expect(links).toContainEqual({ rel: 'alternate', type: 'text/calendar', title: 'Calendar', href: feed });
  });

  it('keeps searches out of search engines', () => {
    expect(headOf('q=jazz').meta).toContainEqual({ name: 'robots', content: 'noindex' });
  });
});
