import { expect, it } from 'vitest';
import type { EventListPage, FoyerEvent } from '../events.api.ts';
import { summariseList } from './list-summary.ts';

function page(number: number, count: number): EventListPage {
  const events = Array.from({ length: count }, () => ({}) as FoyerEvent);
  return { events, total_events: 14, total_pages: 3, page: number, limit: 6 };
}

it('counts the events of a page, the last one too', () => {
  expect(summariseList(page(1, 6), '')).toBe('Showing 1 to 6 of 14 events');
  expect(summariseList(page(3, 2), '')).toBe('Showing 13 to 14 of 14 events');
});

it('says nothing of a page beyond the last', () => {
  expect(summariseList(page(99, 0), '')).toBe('');
});

it('counts what a search found, on whatever page', () => {
  expect(summariseList(page(2, 6), 'jazz')).toBe('Found 14 matching events');
});
