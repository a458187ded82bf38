import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Actor } from '../../http/session.ts';

/** `view` is its members, drafts and private events; `manage` its name, its members' roles and its end. */
export type TeamAction = 'view' | 'manage';

const rolesThatMay: Record<TeamAction, readonly TeamRole[]> = {
  view: ['team_admin', 'event_manager', 'owner', 'organizer'],
  manage: ['team_admin'],
};

export const teamActions = Object.keys(rolesThatMay) as TeamAction[];

/** Whether the caller, with that role in the team, may do it. */
export function mayInTeam(
  action: TeamAction,
  actor: Pick<Actor, 'isSiteAdmin'>,
  role: TeamRole | undefined,
): boolean {
  return actor.isSiteAdmin || (role !== undefined && rolesThatMay[action].includes(role));
}
