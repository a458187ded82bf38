import { describe, expect, it } from 'vitest';
import { readTeamSearch } from './team-search.ts';

describe('the web address of a team’s page', () => {
  it('has the pages of both lists, but not the first ones', () => {
    expect(readTeamSearch({ page: '3', past: '2' })).toEqual({ page: 3, past: 2 });
    expect(readTeamSearch({ page: '1', past: '1' })).toEqual({});
  });

  it.each(['0', '-1', '1.5', 'many', '100001', null])('shows the first page for the page %j', (wrong) => {
    expect(readTeamSearch({ page: wrong, past: wrong })).toEqual({});
  });
});
