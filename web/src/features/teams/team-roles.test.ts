import { describe, expect, it } from 'vitest';
import { listCreatingTeams, mayEditEvents, roleHints, roleName, type TeamRole } from './team-roles.ts';

const member = (team_id: number, role: TeamRole) => ({
  team_id,
  team_name: `Team ${team_id}`,
  team_description: null,
  role,
});

describe('the teams a user may create events for', () => {
  it.each([
    ['team_admin', true],
    ['event_manager', true],
    ['owner', false],
    ['organizer', false],
  ] as const)('include a team where the user is %s: %s', (role, may) => {
    expect(mayEditEvents(role)).toBe(may);
    expect(listCreatingTeams({ is_site_admin: false, teams: [member(1, role)] })).toHaveLength(may ? 1 : 0);
  });

  it('are in the same order as the list of all teams', () => {
    const teams = [member(7, 'organizer'), member(3, 'event_manager'), member(9, 'team_admin')];
    const creating = listCreatingTeams({ is_site_admin: false, teams });
    expect(creating.map((team) => team.team_id)).toEqual([3, 9]);
  });

  it('include every team of a site administrator', () => {
    expect(listCreatingTeams({ is_site_admin: true, teams: [member(1, 'organizer')] })).toHaveLength(1);
  });
});

describe('the dashboard of a team', () => {
  it('tells owners and organizers that they may delete events but not create or edit them', () => {
    for (const role of ['owner', 'organizer'] as const) {
      expect(roleHints[role]).toContain('can delete events but not create or edit them');
    }
  });

  it('writes the name of a role with spaces instead of underscores', () => {
    expect(roleName('event_manager')).toBe('event manager');
  });
});
