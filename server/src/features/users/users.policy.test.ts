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

it('has a test for every rule', () => {
  expect(Object.keys(allowed)).toEqual(rules.map(([name]) => name));
});

describe.each(rules)('the rule %s', (name, isAllowed) => {
  it.each(Object.keys(callers) as CallerName[])('is decided for %s', (caller) => {
    expect(isAllowed(callers[caller], userId)).toBe(allowed[name as Rule].includes(caller));
  });
});
