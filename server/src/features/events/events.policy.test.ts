import type { TeamRole } from '@foyer/contract/fields.ts';
import { describe, expect, it } from 'vitest';
import type { EventStatus } from '../../db/tables.ts';
import { isEditor, mayDo, type EventAction } from './events.policy.ts';

const actions: readonly EventAction[] = ['view', 'edit', 'delete', 'manage'];
const everything = actions;

const creatorId = 1;
const somebody = { id: 2, isSiteAdmin: false };

type Caller = Parameters<typeof mayDo>[2];

interface Row {
  who: string;
  caller: Caller;
  role?: TeamRole;
  /** What they may do with a draft, and with what has been published, cancelled or not. */
  draft: readonly EventAction[];
  published: readonly EventAction[];
}

const team: Pick<Row, 'draft' | 'published'> = {
  draft: ['view', 'delete', 'manage'],
  published: ['view', 'delete', 'manage'],
};
const editors: Pick<Row, 'draft' | 'published'> = { draft: everything, published: everything };
const creator = { id: creatorId, isSiteAdmin: false };
const admin = { id: 3, isSiteAdmin: true };

const table: Row[] = [
  { who: 'somebody signed out', caller: null, draft: [], published: ['view'] },
  { who: 'a stranger', caller: somebody, draft: [], published: ['view'] },
  { who: 'an organizer', caller: somebody, role: 'organizer', ...team },
  { who: 'an owner', caller: somebody, role: 'owner', ...team },
  { who: 'an event_manager', caller: somebody, role: 'event_manager', ...editors },
  { who: 'a team_admin', caller: somebody, role: 'team_admin', ...editors },
  {
    who: 'the creator who left the team',
    caller: creator,
    draft: ['view', 'edit', 'delete'],
    published: ['view', 'edit', 'delete'],
  },
  { who: 'the creator as an organizer', caller: creator, role: 'organizer', ...editors },
  { who: 'a site administrator', caller: admin, draft: everything, published: everything },
];

function listAllowed({ caller, role }: Row, status: EventStatus) {
  return actions.filter((action) => mayDo(action, { status, created_by: creatorId }, caller, role));
}

describe.each(table)('$who', (row) => {
  it('may do just this with a draft', () => expect(listAllowed(row, 'draft')).toEqual(row.draft));

  it.each(['published', 'cancelled'] as const)('may do just this with a %s event', (status) =>
    expect(listAllowed(row, status)).toEqual(row.published),
  );
});

it('takes nobody for the creator of an event whose creator is gone', () => {
  const orphan = { status: 'draft', created_by: null } as const;
  for (const caller of [null, somebody]) {
    expect(actions.filter((action) => mayDo(action, orphan, caller, undefined))).toEqual([]);
  }
});

it.each([
  ['team_admin', true],
  ['event_manager', true],
  ['owner', false],
  ['organizer', false],
  [undefined, false],
] as const)('says whether %s makes events: %s', (role, expected) => expect(isEditor(role)).toBe(expected));
