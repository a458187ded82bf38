import type { TeamRole } from '@foyer/contract/fields.ts';
import type { EventStatus } from '../../db/tables.ts';
import type { Actor } from '../../http/session.ts';

/**
 * `manage`: see the attendees, write to them and check them in. `issue`: give free tickets and change tickets.
 * `refund`: refund and delete tickets. `move`: hand the event to another team, with its attendees and payments.
 */
export type EventAction = 'view' | 'edit' | 'delete' | 'manage' | 'issue' | 'refund' | 'move';

export interface EventFacts {
  status: EventStatus;
  is_public: boolean;
  created_by: number | null;
}

export interface Standing {
  role: TeamRole | undefined;
  /** The caller has the event's key, or holds a place at the event. */
  isInvited: boolean;
}

type Caller = Pick<Actor, 'id' | 'isSiteAdmin'> | null;

const editorRoles: readonly TeamRole[] = ['team_admin', 'event_manager'];

/** Whether this role may create and change the events of its team. */
export function isEditor(role: TeamRole | undefined): boolean {
  return role !== undefined && editorRoles.includes(role);
}

const rules: Record<EventAction, (event: EventFacts, standing: Standing, isCreator: boolean) => boolean> = {
  view: (event, { role, isInvited }) =>
    role !== undefined || (event.status !== 'draft' && (event.is_public || isInvited)),
  edit: (_event, { role }, isCreator) => isCreator || isEditor(role),
  delete: (_event, { role }) => role !== undefined,
  manage: (_event, { role }) => role !== undefined,
  issue: (_event, { role }) => isEditor(role),
  refund: (_event, { role }) => role === 'team_admin',
  move: (_event, { role }) => role === 'team_admin',
};

export const eventActions = Object.keys(rules) as EventAction[];

/**
 * Whether the caller may do `action` to the event. The creator of the event has a creator's rights only while the
 * creator is a member of the event's team.
 */
export function mayDo(action: EventAction, event: EventFacts, caller: Caller, standing: Standing): boolean {
  if (caller?.isSiteAdmin) return true;
  const isCreator = standing.role !== undefined && caller?.id === event.created_by;
  return rules[action](event, standing, isCreator);
}
