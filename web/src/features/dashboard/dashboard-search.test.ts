import { describe, expect, it } from 'vitest';
import { chooseTeam, readDashboardSearch } from './dashboard-search.ts';

describe('the query in the URL of the dashboard', () => {
  it.each([
    [{}, {}],
    [{ section: 'all-events' }, {}],
    [{ section: 'draft-events' }, { section: 'draft-events' }],
    [
      { section: 'team-members', team: '7' },
      { section: 'team-members', team: 7 },
    ],
    [
      { section: 'money', page: '2' },
      { section: 'money', page: 2 },
    ],
    [{ page: '2' }, {}],
    [{ section: 'create-event' }, { section: 'create-event' }],
    [{ section: 'settings', team: 'x' }, {}],
    [{ team: '-1' }, {}],
  ])('is read without default and unknown values: %j becomes %j', (raw, search) => {
    expect(readDashboardSearch(raw)).toEqual(search);
  });
});

describe('the dashboard', () => {
  it('shows the team in the URL if the user belongs to it, and otherwise the user’s first team', () => {
    const teams = [{ team_id: 3 }, { team_id: 9 }];
    expect(chooseTeam(teams, 9)).toBe(teams[1]);
    expect(chooseTeam(teams, 5)).toBe(teams[0]);
    expect(chooseTeam([], 5)).toBeUndefined();
  });
});
