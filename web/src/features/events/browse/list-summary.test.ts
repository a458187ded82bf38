import { expect, it } from 'vitest';
import type { EventListPage, FoyerEvent } from '../events.api.ts';
import { summariseList } from './list-summary.ts';

function page(number: number, count: number, total = 14): EventListPage {
  const events = Array.from({ length: count }, () => ({}) as FoyerEvent);
  return { events, total_events: total, total_pages: 3, page: number, limit: 6 };
}

it('says which events are on the page, on the last page too', () => {
  expect(summariseList(page(1, 6), '', false)).toBe('Showing 1 to 6 of 14 events');
  expect(summariseList(page(3, 2), '', false)).toBe('Showing 13 to 14 of 14 events');
});

it('is empty for a page after the last one', () => {
  expect(summariseList(page(99, 0), '', false)).toBe('');
});

it('says how many events a search found, on every page', () => {
  expect(summariseList(page(2, 6), 'jazz', false)).toBe('Found 14 matching events');
});

it('is empty when nothing was found, because the empty state says so', () => {
  expect(summariseList(page(1, 0, 0), 'jazz', false)).toBe('');
  expect(summariseList(page(1, 0, 0), '', false)).toBe('');
});

it('uses the singular for one event', () => {
  expect(summariseList(page(1, 1, 1), 'jazz', false)).toBe('Found 1 matching event');
  expect(summariseList(page(1, 1, 1), '', false)).toBe('Showing 1 to 1 of 1 event');
});

it('counts nothing while the list of another view is still shown', () => {
  expect(summariseList(page(1, 6), 'jazz', true)).toBe('Searching…');
  expect(summariseList(page(1, 6), '', true)).toBe('Loading events...');
});
