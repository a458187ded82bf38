import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Actor } from '../../http/session.ts';

/**
 * `view`: see the team's members, drafts and private events. `manage`: change or delete the team, and change its
 * members. `account`: see what the team's events take and refund.
 */
export type TeamAction = 'view' | 'manage' | 'account';

const rolesThatMay: Record<TeamAction, readonly TeamRole[]> = {
  view: ['team_admin', 'event_manager', 'owner', 'organizer'],
  manage: ['team_admin'],
  account: ['team_admin'],
};

export const teamActions = Object.keys(rolesThatMay) as TeamAction[];

export function mayInTeam(
  action: TeamAction,
  actor: Pick<Actor, 'isSiteAdmin'>,
  role: TeamRole | undefined,
): boolean {
  return actor.isSiteAdmin || (role !== undefined && rolesThatMay[action].includes(role));
}
