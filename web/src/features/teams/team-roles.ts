import type { SessionUser } from '../../api/session.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export type Membership = SessionUser['teams'][number];
export type TeamRole = Membership['role'];

export const roleTones: Record<TeamRole, BadgeTone> = {
  team_admin: 'bad',
  event_manager: 'blue',
  owner: 'purple',
  organizer: 'good',
};

const organizerHint =
  'Sees drafts and attendees, writes to attendees, checks people in, and can delete events but not create or edit them.';

/** These texts only describe the roles. The server's policies decide what each role may do. */
export const roleHints: Record<TeamRole, string> = {
  team_admin: 'Can do everything in the team: members, events, tickets and refunds.',
  event_manager:
    'Creates, edits and deletes events, checks people in, and gives and cancels tickets. No refunds.',
  // Both have the same rights.
  owner: organizerHint,
  organizer: organizerHint,
};

export function mayEditEvents(role: TeamRole): boolean {
  return role === 'team_admin' || role === 'event_manager';
}

export function mayManageMembers(role: TeamRole): boolean {
  return role === 'team_admin';
}

export function listCreatingTeams(user: Pick<SessionUser, 'is_site_admin' | 'teams'>): Membership[] {
  return user.teams.filter(({ role }) => user.is_site_admin || mayEditEvents(role));
}

export function roleName(role: TeamRole): string {
  return role.replaceAll('_', ' ');
}
