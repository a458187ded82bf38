import { expect, it } from 'vitest';
import {
  completeView,
  defaultView,
  findCategory,
  pageSizes,
  readEventsSearch,
  sortIdOf,
  sortOptions,
} from './events-search.ts';

it('an empty address shows the defaults', () => {
  expect(completeView(readEventsSearch({}))).toEqual(defaultView);
});

it('values that equal the defaults leave the address', () => {
  const search = readEventsSearch({
    category: 'All',
    sort_by: 'start_time',
    order: 'asc',
    page: '1',
    perPage: '6',
    q: '',
  });
  expect(JSON.stringify(search)).toBe('{}');
  // Present and undefined, so that the router takes them out.
  expect(Object.keys(search)).toEqual(['category', 'sort_by', 'order', 'page', 'perPage', 'q']);
});

it('an address is read as it was written', () => {
  const view = { category: 'Music', sort_by: 'price', order: 'desc', page: '3', perPage: '24', q: 'jazz' };
  expect(completeView(readEventsSearch(view))).toEqual({ ...view, page: 3, perPage: 24 });
});

it.each([
  ['page', '0'],
  ['page', '-2'],
  ['page', '1.5'],
  ['page', 'many'],
  ['perPage', '7'],
  ['sort_by', 'password'],
  ['order', 'sideways'],
  ['category', ''],
  ['q', '   '],
])('a wrong %s (%s) falls back to the default', (name, value) => {
  expect(completeView(readEventsSearch({ [name]: value }))).toEqual(defaultView);
});

it('the dropdowns offer what the list can be sorted by and cut into', () => {
  expect(sortOptions.map(({ label, sort_by, order }) => [label, sort_by, order])).toEqual([
    ['Name (A-Z)', 'title', 'asc'],
    ['Name (Z-A)', 'title', 'desc'],
    ['Price (Low to High)', 'price', 'asc'],
    ['Price (High to Low)', 'price', 'desc'],
    ['Date (Nearest First)', 'start_time', 'asc'],
    ['Date (Furthest First)', 'start_time', 'desc'],
    ['Location', 'location', 'asc'],
    ['Capacity', 'max_attendees', 'desc'],
  ]);
  expect(pageSizes).toEqual([6, 12, 24]);
});

it('the sort dropdown names the entry of a view', () => {
  expect(sortIdOf({ sort_by: 'start_time', order: 'asc' })).toBe('newest');
  expect(sortIdOf({ sort_by: 'max_attendees', order: 'desc' })).toBe('capacity');
  expect(sortIdOf({ sort_by: 'location', order: 'desc' })).toBe('location');
});

it('a search is read without spaces around it, and no longer than the server takes', () => {
  expect(readEventsSearch({ q: ' late jazz ' }).q).toBe('late jazz');
  expect(readEventsSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

it('a category is known in any letters, and an unknown one is none', () => {
  expect(findCategory(['Music', 'Food'], 'music')).toBe('Music');
  expect(findCategory(['Music', 'Food'], 'Knitting')).toBeUndefined();
});
