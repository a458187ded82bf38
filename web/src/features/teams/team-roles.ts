import type { SessionUser } from '../../api/session.ts';

export type Membership = SessionUser['teams'][number];
export type TeamRole = Membership['role'];

/** Whether the role creates and changes the team's events. */
export function mayEditEvents(role: TeamRole): boolean {
  return role === 'team_admin' || role === 'event_manager';
}

/** The teams that this person may create events for. */
export function listCreatingTeams(user: Pick<SessionUser, 'is_site_admin' | 'teams'>): Membership[] {
  return user.teams.filter(({ role }) => user.is_site_admin || mayEditEvents(role));
}

/** `event manager` */
export function roleName(role: TeamRole): string {
  return role.replaceAll('_', ' ');
}
