import { describe, expect, it } from 'vitest';
import type { EventListPage, FoyerEvent } from '../events.api.ts';
import { summariseList } from './list-summary.ts';

function page(number: number, count: number, total = 14): EventListPage {
  const events = Array.from({ length: count }, () => ({}) as FoyerEvent);
  return { events, total_events: total, total_pages: 3, page: number, limit: 6 };
}

describe('the line above the list of events', () => {
  it('says which events are on the page, even if the page is not full', () => {
    expect(summariseList(page(1, 6), '', false)).toBe('Showing 1 to 6 of 14 events');
    expect(summariseList(page(3, 2), '', false)).toBe('Showing 13 to 14 of 14 events');
  });

  it('is empty for a page number that is too high', () => {
    expect(summariseList(page(99, 0), '', false)).toBe('');
  });

  it('says on every page how many events a search found', () => {
    expect(summariseList(page(2, 6), 'jazz', false)).toBe('Found 14 matching events');
  });

  it('is empty when no events were found, because another text on the page says so', () => {
    expect(summariseList(page(1, 0, 0), 'jazz', false)).toBe('');
    expect(summariseList(page(1, 0, 0), '', false)).toBe('');
  });

  it('uses the singular for one event', () => {
    expect(summariseList(page(1, 1, 1), 'jazz', false)).toBe('Found 1 matching event');
    expect(summariseList(page(1, 1, 1), '', false)).toBe('Showing 1 to 1 of 1 event');
  });

  it('says that events are loading while the previous list is still shown', () => {
    expect(summariseList(page(1, 6), 'jazz', true)).toBe('Searching…');
    expect(summariseList(page(1, 6), '', true)).toBe('Loading events...');
  });
});
