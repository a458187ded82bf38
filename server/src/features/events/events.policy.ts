import type { TeamRole } from '@foyer/contract/fields.ts';
import type { EventStatus } from '../../db/tables.ts';
import type { Actor } from '../../http/session.ts';

/**
 * `manage` is seeing who comes and letting them in, `issue` giving and changing tickets, `refund` giving money
 * back and deleting tickets, `move` handing it to another team with everybody who comes and what they paid.
 */
export type EventAction = 'view' | 'edit' | 'delete' | 'manage' | 'issue' | 'refund' | 'move';

/** What the policy needs to know of the event and of the caller's place in its team. */
export interface EventFacts {
  status: EventStatus;
  created_by: number | null;
}

type Caller = Pick<Actor, 'id' | 'isSiteAdmin'> | null;

const editorRoles: readonly TeamRole[] = ['team_admin', 'event_manager'];

/** Roles that create and change a team's events. */
export function isEditor(role: TeamRole | undefined): boolean {
  return role !== undefined && editorRoles.includes(role);
}

const rules: Record<
  EventAction,
  (event: EventFacts, isCreator: boolean, role: TeamRole | undefined) => boolean
> = {
  view: (event, isCreator, role) => event.status !== 'draft' || isCreator || role !== undefined,
  edit: (_event, isCreator, role) => isCreator || isEditor(role),
  delete: (_event, isCreator, role) => isCreator || role !== undefined,
  manage: (_event, _isCreator, role) => role !== undefined,
  issue: (_event, _isCreator, role) => isEditor(role),
  refund: (_event, _isCreator, role) => role === 'team_admin',
  move: (_event, _isCreator, role) => role === 'team_admin',
};

export const eventActions = Object.keys(rules) as EventAction[];

/** Whether the caller, with that role in the event's team, may do it. */
export function mayDo(
  action: EventAction,
  event: EventFacts,
  caller: Caller,
  role: TeamRole | undefined,
): boolean {
  if (caller?.isSiteAdmin) return true;
  return rules[action](event, caller !== null && caller.id === event.created_by, role);
}
