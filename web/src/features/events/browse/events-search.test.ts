import { describe, expect, it } from 'vitest';
import {
  completeView,
  defaultView,
  findCategory,
  isMonth,
  pageSizes,
  readEventsSearch,
  sortIdOf,
  sortOptions,
} from './events-search.ts';

describe('the web address of the events list', () => {
  it('selects the default view when it has no parameters', () => {
    expect(completeView(readEventsSearch({}))).toEqual(defaultView);
  });

  it('leaves out default values, so that it stays short', () => {
    const search = readEventsSearch({
      category: 'All',
      sort_by: 'start_time',
      order: 'asc',
      page: '1',
      perPage: '6',
      q: '',
    });
    expect(JSON.stringify(search)).toBe('{}');
    // The keys must be present with the value undefined, so that the router removes them from the web address.
    expect(Object.keys(search)).toEqual([
      'category',
      'when',
      'month',
      'free',
      'sort_by',
      'order',
      'page',
      'perPage',
      'q',
      'sort',
    ]);
  });

  it('can set category, sort order, page, page size and search text', () => {
    const view = { category: 'Music', sort_by: 'price', order: 'desc', page: '3', perPage: '24', q: 'jazz' };
    expect(completeView(readEventsSearch(view))).toEqual({ ...defaultView, ...view, page: 3, perPage: 24 });
  });

  it('can set the days and free events, as a link or a form without scripts does', () => {
    const wanted = { ...defaultView, when: 'weekend', free: true };
    expect(completeView(readEventsSearch({ when: 'weekend', free: true }))).toEqual(wanted);
    expect(completeView(readEventsSearch({ when: 'weekend', free: 'true' }))).toEqual(wanted);
  });

  it('can have a month, as the calendar links to it', () => {
    expect(completeView(readEventsSearch({ month: '2026-12' }))).toEqual({
      ...defaultView,
      month: '2026-12',
    });
  });

  it.each(['2026-13', '2026-00', '1999-12', '2026-1', 'soon', 202612, undefined])(
    'has no month such as %j',
    (wrong) => {
      expect(isMonth(wrong)).toBe(false);
    },
  );

  it('can name a sort option, as the filters do that a browser without scripts sends', () => {
    const search = readEventsSearch({ sort: 'price-desc', category: 'All', perPage: '6', q: '' });
    expect(completeView(search)).toEqual({ ...defaultView, sort_by: 'price', order: 'desc' });
    expect(search).toHaveProperty('sort', undefined);
  });

  it.each([
    ['page', '0'],
    ['page', '-2'],
    ['page', '1.5'],
    ['page', 'many'],
    ['perPage', '7'],
    ['sort_by', 'password'],
    ['sort', 'password'],
    ['order', 'sideways'],
    ['category', ''],
    ['when', 'tomorrow'],
    ['month', '2026-13'],
    ['free', 'yes'],
    ['q', '   '],
  ])('selects the default view when its %s has the wrong value “%s”', (name, value) => {
    expect(completeView(readEventsSearch({ [name]: value }))).toEqual(defaultView);
  });

  it('allows the sort orders and page sizes of the specification', () => {
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

  it('selects a sort option by its column, even in a direction that the sort menu does not offer', () => {
    expect(sortIdOf({ sort_by: 'start_time', order: 'asc' })).toBe('newest');
    expect(sortIdOf({ sort_by: 'max_attendees', order: 'desc' })).toBe('capacity');
    expect(sortIdOf({ sort_by: 'location', order: 'desc' })).toBe('location');
  });

  it('leaves out spaces around the search text, and everything after 200 characters', () => {
    expect(readEventsSearch({ q: ' late jazz ' }).q).toBe('late jazz');
    expect(readEventsSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
  });

  it('selects a category regardless of upper and lower case', () => {
    expect(findCategory(['Music', 'Food'], 'music')).toBe('Music');
    expect(findCategory(['Music', 'Food'], 'Knitting')).toBeUndefined();
  });
});
