import { describe, expect, it } from 'vitest';
import { type Nouns, readRecordsSearch, readUsersSearch, sortOf, summarise } from './admin-search.ts';

describe('the web address of an admin table', () => {
  it('is read as if its default and invalid parameters were missing', () => {
    expect(readUsersSearch({ q: ' mara ', page: '3', sort_by: 'email', order: 'asc' })).toEqual({
      q: 'mara',
      page: 3,
      sort_by: 'email',
      order: 'asc',
    });
    const defaults = { q: undefined, page: undefined, sort_by: undefined, order: undefined };
    expect(readUsersSearch({ q: '', page: '1', order: 'asc' })).toEqual(defaults);
    expect(readUsersSearch({ q: 5, page: '-2', sort_by: 'password_hash' })).toEqual(defaults);
    expect(readUsersSearch({ page: '1.5', sort_by: 'id', order: 'up' })).toMatchObject({ order: 'desc' });
    expect(readRecordsSearch({ only: 'trouble', page: '2' })).toMatchObject({ only: 'trouble', page: 2 });
    expect(readRecordsSearch({ only: 'all' }).only).toBeUndefined();
  });

  it('sets the sort order only if it names a column; the default is descending', () => {
    expect(sortOf(readUsersSearch({}))).toBeUndefined();
    expect(sortOf(readUsersSearch({ sort_by: 'id' }))).toEqual({ by: 'id', order: 'desc' });
  });
});

describe('the line above an admin table', () => {
  const users: Nouns = ['user', 'users'];

  it('says which rows are shown and how many exist, counting matches of a search up to 10,000', () => {
    expect(summarise({ total: 50_031, shown: 20 }, { page: 3 }, users)).toBe(
      'Showing 41 to 60 of 50,031 users',
    );
    expect(summarise({ total: 10_000, shown: 20 }, { q: 'a' }, users)).toBe(
      'Showing 1 to 20 of 10,000 or more matching users',
    );
    expect(summarise({ total: 0, shown: 0 }, { q: 'a' }, users)).toBe('');
  });

  it('uses the singular for one row', () => {
    expect(summarise({ total: 1, shown: 1 }, { q: 'a' }, users)).toBe('Showing 1 to 1 of 1 matching user');
  });
});
