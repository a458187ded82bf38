import { describe, expect, it } from 'vitest';
import * as policy from './users.policy.ts';

const rules = Object.entries(policy);

const userId = 1;

const callers = {
  'the user': { id: userId, isSiteAdmin: false },
  'another user': { id: 2, isSiteAdmin: false },
  'a site admin': { id: 3, isSiteAdmin: true },
};

type CallerName = keyof typeof callers;
type Rule = keyof typeof policy;

const allowed: Record<Rule, readonly CallerName[]> = {
  canActFor: ['the user', 'a site admin'],
};

describe('the table of allowed callers in this test', () => {
  it('has a row for every rule of the policy', () => {
    expect(Object.keys(allowed)).toEqual(rules.map(([name]) => name));
  });
});

describe.each(rules)('the policy rule %s', (name, isAllowed) => {
  const isExpected = (caller: CallerName) => allowed[name as Rule].includes(caller);
  const names = Object.keys(callers) as CallerName[];
  const rows = names.map((caller) => ({ caller, outcome: isExpected(caller) ? 'allows' : 'refuses' }));

  it.each(rows)('$outcome $caller', ({ caller }) => {
    expect(isAllowed(callers[caller], userId)).toBe(isExpected(caller));
  });
});
