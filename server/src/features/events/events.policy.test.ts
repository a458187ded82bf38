import type { TeamRole } from '@foyer/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import { eventActions, isEditor, mayDo, type EventAction } from './events.policy.ts';

const creatorId = 1;
const other = { id: 2, isSiteAdmin: false };
const creator = { id: creatorId, isSiteAdmin: false };
const admin = { id: 3, isSiteAdmin: true };

interface Caller {
  caller: Parameters<typeof mayDo>[2];
  role?: TeamRole;
  /** The caller has the key of a private event, or holds a place at the event. */
  isInvited?: boolean;
}

const callers = {
  visitor: { caller: null },
  'invited visitor': { caller: null, isInvited: true },
  stranger: { caller: other },
  'invited stranger': { caller: other, isInvited: true },
  organizer: { caller: other, role: 'organizer' },
  owner: { caller: other, role: 'owner' },
  event_manager: { caller: other, role: 'event_manager' },
  team_admin: { caller: other, role: 'team_admin' },
  'creator outside the team': { caller: creator },
  'creator as organizer': { caller: creator, role: 'organizer' },
  'creator as owner': { caller: creator, role: 'owner' },
  'site admin': { caller: admin },
} satisfies Record<string, Caller>;

type CallerName = keyof typeof callers;

const invited = ['invited visitor', 'invited stranger'] as const satisfies CallerName[];
const statuses = ['draft', 'published', 'cancelled'] as const;
const everyone = Object.keys(callers) as CallerName[];
const members = [
  'organizer',
  'owner',
  'event_manager',
  'team_admin',
  'creator as organizer',
  'creator as owner',
  'site admin',
] as const satisfies CallerName[];

/**
 * Who may do each action to a public event. `listAllowed` handles drafts and private events, which fewer people may
 * view.
 */
const allowed: Record<EventAction, readonly CallerName[]> = {
  view: everyone,
  edit: ['event_manager', 'team_admin', 'creator as organizer', 'creator as owner', 'site admin'],
  delete: members,
  manage: members,
  issue: ['event_manager', 'team_admin', 'site admin'],
  refund: ['team_admin', 'site admin'],
  move: ['team_admin', 'site admin'],
};

const cases = eventActions.flatMap((action) =>
  statuses.flatMap((status) =>
    [true, false].map((is_public) => ({ action, status, is_public, kind: is_public ? 'public' : 'private' })),
  ),
);

function listAllowed({ action, status, is_public }: (typeof cases)[number]): readonly CallerName[] {
  if (action !== 'view' || (is_public && status !== 'draft')) return allowed[action];
  return status === 'draft' ? members : [...members, ...invited];
}

describe('the table of rights to events in this test', () => {
  it('has a row for every action', () => {
    expect(Object.keys(allowed).toSorted()).toEqual(eventActions.toSorted());
  });
});

describe.each(cases)('the right "$action" to a $status, $kind event', (of) => {
  const expected = listAllowed(of);
  const rows = everyone.map((name) => ({ name, outcome: expected.includes(name) ? 'given' : 'refused' }));

  it.each(rows)('is $outcome to the caller "$name"', ({ name }) => {
    const { caller, role, isInvited = false }: Caller = callers[name];
    const isAllowed = mayDo(of.action, { ...of, created_by: creatorId }, caller, { role, isInvited });
    expect(isAllowed).toBe(expected.includes(name));
  });
});

describe('the policy of events', () => {
  it('treats nobody as the creator of an event after its creator was deleted', () => {
    const event = { status: 'draft', is_public: true, created_by: null } as const;
    const standing = { role: undefined, isInvited: false };
    for (const caller of [null, other]) {
      expect(eventActions.filter((action) => mayDo(action, event, caller, standing))).toEqual([]);
    }
  });
});

describe('the right to create events', () => {
  it.each([
    ['team_admin', true],
    ['event_manager', true],
    ['owner', false],
    ['organizer', false],
    [undefined, false],
  ] as const)('belongs to the role %s: %s', (role, expected) => expect(isEditor(role)).toBe(expected));
});
