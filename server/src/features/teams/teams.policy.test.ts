import type { TeamRole } from '@foyer/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import { mayInTeam, teamActions, type TeamAction } from './teams.policy.ts';

const callers = ['stranger', 'organizer', 'owner', 'event_manager', 'team_admin', 'site admin'] as const;

type CallerName = (typeof callers)[number];

const allowed: Record<TeamAction, readonly CallerName[]> = {
  view: ['organizer', 'owner', 'event_manager', 'team_admin', 'site admin'],
  manage: ['team_admin', 'site admin'],
  account: ['team_admin', 'site admin'],
};

function findRole(name: CallerName): TeamRole | undefined {
  return name === 'stranger' || name === 'site admin' ? undefined : name;
}

describe('the table of rights to teams in this test', () => {
  it('has a row for every action', () => {
    expect(Object.keys(allowed).toSorted()).toEqual(teamActions.toSorted());
  });
});

describe.each(teamActions)('the right to %s a team', (action) => {
  const isExpected = (name: CallerName) => allowed[action].includes(name);
  const rows = callers.map((name) => ({ name, outcome: isExpected(name) ? 'given' : 'refused' }));

  it.each(rows)('is $outcome to the caller "$name"', ({ name }) => {
    const actor = { isSiteAdmin: name === 'site admin' };
    expect(mayInTeam(action, actor, findRole(name))).toBe(isExpected(name));
  });
});
