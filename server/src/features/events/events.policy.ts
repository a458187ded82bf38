import type { TeamRole } from '@foyer/contract/fields.ts';
import type { EventStatus } from '../../db/tables.ts';
import type { Actor } from '../../http/session.ts';

/**
 * `manage`: see the attendees and check them in. `issue`: give free tickets and change tickets. `refund`: refund and
 * delete tickets. `move`: hand the event to another team, together with its attendees and payments.
 */
export type EventAction = 'view' | 'edit' | 'delete' | 'manage' | 'issue' | 'refund' | 'move';

/** What the policy needs to know about the event. */
export interface EventFacts {
  status: EventStatus;
  created_by: number | null;
}

type Caller = Pick<Actor, 'id' | 'isSiteAdmin'> | null;

const editorRoles: readonly TeamRole[] = ['team_admin', 'event_manager'];

/** Whether this role may create and change the events of its team. */
export function isEditor(role: TeamRole | undefined): boolean {
  return role !== undefined && editorRoles.includes(role);
}

const rules: Record<
  EventAction,
  (event: EventFacts, isCreator: boolean, role: TeamRole | undefined) => boolean
> = {
  view: (event, _isCreator, role) => event.status !== 'draft' || role !== undefined,
  edit: (_event, isCreator, role) => isCreator || isEditor(role),
  delete: (_event, _isCreator, role) => role !== undefined,
  manage: (_event, _isCreator, role) => role !== undefined,
  issue: (_event, _isCreator, role) => isEditor(role),
  refund: (_event, _isCreator, role) => role === 'team_admin',
  move: (_event, _isCreator, role) => role === 'team_admin',
};

export const eventActions = Object.keys(rules) as EventAction[];

/**
 * Whether the caller may do `action` to the event. `role` is the caller's role in the event's team. The creator of the
 * event has rights only as a member of that team: they end when the creator leaves it or is removed.
 */
export function mayDo(
  action: EventAction,
  event: EventFacts,
  caller: Caller,
  role: TeamRole | undefined,
): boolean {
  if (caller?.isSiteAdmin) return true;
  const isCreator = role !== undefined && caller?.id === event.created_by;
  return rules[action](event, isCreator, role);
}
