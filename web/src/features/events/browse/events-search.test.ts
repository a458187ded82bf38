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

it('reads an address without parameters as the default view', () => {
  expect(completeView(readEventsSearch({}))).toEqual(defaultView);
});

it('removes default values from the address', () => {
  const search = readEventsSearch({
    category: 'All',
    sort_by: 'start_time',
    order: 'asc',
    page: '1',
    perPage: '6',
    q: '',
  });
  expect(JSON.stringify(search)).toBe('{}');
  // The keys must be present with the value undefined, so that the router removes them from the address.
  expect(Object.keys(search)).toEqual(['category', 'sort_by', 'order', 'page', 'perPage', 'q']);
});

it('reads every parameter of an address', () => {
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
])('reads a wrong %s, such as “%s”, as the default', (name, value) => {
  expect(completeView(readEventsSearch({ [name]: value }))).toEqual(defaultView);
});

it('offers the specified sort orders and page sizes', () => {
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

it('finds the sort dropdown’s entry for a view, even if the view has a direction that is not offered', () => {
  expect(sortIdOf({ sort_by: 'start_time', order: 'asc' })).toBe('newest');
  expect(sortIdOf({ sort_by: 'max_attendees', order: 'desc' })).toBe('capacity');
  expect(sortIdOf({ sort_by: 'location', order: 'desc' })).toBe('location');
});

it('trims a search text and cuts it to the length that the server accepts', () => {
  expect(readEventsSearch({ q: ' late jazz ' }).q).toBe('late jazz');
  expect(readEventsSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

it('finds a category regardless of upper and lower case', () => {
  expect(findCategory(['Music', 'Food'], 'music')).toBe('Music');
  expect(findCategory(['Music', 'Food'], 'Knitting')).toBeUndefined();
});
