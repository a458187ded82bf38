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

/** What each role may do beyond looking, in the order of a choice. */
export const roleHints: Record<TeamRole, string> = {
  team_admin: 'Runs the team: its members, its events, tickets and refunds.',
  event_manager: 'Creates and edits events, and gives and cancels tickets.',
  owner: 'Sees drafts and attendees, checks tickets in and deletes events.',
  organizer: 'Sees drafts and attendees, checks tickets in and deletes events.',
};

/** Whether the role creates and changes the team's events. */
export function mayEditEvents(role: TeamRole): boolean {
  return role === 'team_admin' || role === 'event_manager';
}

/** Whether the role adds, changes and removes the team's members. */
export function mayManageMembers(role: TeamRole): boolean {
  return role === 'team_admin';
}

/** The teams that this person may create events for. */
export function listCreatingTeams(user: Pick<SessionUser, 'is_site_admin' | 'teams'>): Membership[] {
  return user.teams.filter(({ role }) => user.is_site_admin || mayEditEvents(role));
}

/** `event manager` */
export function roleName(role: TeamRole): string {
  return role.replaceAll('_', ' ');
}
