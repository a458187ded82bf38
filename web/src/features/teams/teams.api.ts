import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { eventsKey, hostsKey, personalKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import { minutes } from '../../api/query-client.ts';
import { loadOwnUser } from '../../api/account.ts';

export type SentInvitation = Answer<'GET /teams/:id/invitations'>['invitations'][number];

export type TeamMember = Answer<'GET /teams/:id/members'>['members'][number];

/** The first parts of all query keys for the user's teams. */
export function teamsKey(userId: number) {
  return personalKey(userId, 'teams');
}

export function teamKey(teamId: number, userId: number) {
  return [...teamsKey(userId), teamId] as const;
}

/** Forgets the pages of teams after one was renamed or deleted, and loads the events again, which name their teams. */
export function forgetHosts(queryClient: QueryClient): void {
  // Loaders use what is in the cache, even if it is old.
  queryClient.removeQueries({ queryKey: hostsKey });
  void queryClient.invalidateQueries({ queryKey: eventsKey });
}

const dashboardTimes = { staleTime: minutes(5), gcTime: minutes(60), retry: 1 } as const;

/** All events of a team except drafts, soonest first. */
export function teamEventsQuery(teamId: number, userId: number) {
  return queryOptions({
    queryKey: [...teamKey(teamId, userId), 'events'],
    queryFn: async ({ signal }) =>
      (await api('GET /events/team/:teamId', { params: { teamId }, signal })).events,
    ...dashboardTimes,
  });
}

export function teamDraftsQuery(teamId: number, userId: number) {
  return queryOptions({
    queryKey: [...teamKey(teamId, userId), 'drafts'],
    queryFn: async ({ signal }) =>
      (await api('GET /events/team/:teamId/draft', { params: { teamId }, signal })).events,
    ...dashboardTimes,
  });
}

export function teamMembersQuery(teamId: number, userId: number) {
  return queryOptions({
    queryKey: [...teamKey(teamId, userId), 'members'],
    queryFn: async ({ signal }) =>
      (await api('GET /teams/:id/members', { params: { id: teamId }, signal })).members,
    ...dashboardTimes,
  });
}

/** The invitations of a team that nobody has answered yet. Only the team's admins may see them. */
export function sentInvitationsQuery(teamId: number, userId: number) {
  return queryOptions({
    queryKey: [...teamKey(teamId, userId), 'invitations'],
    queryFn: async ({ signal }) =>
      (await api('GET /teams/:id/invitations', { params: { id: teamId }, signal })).invitations,
    ...dashboardTimes,
  });
}

/** The user's memberships. Loading them also updates the user in the session. */
export function membershipsQuery(userId: number) {
  return queryOptions({
    queryKey: [...teamsKey(userId), 'memberships'],
    queryFn: async ({ signal }) => (await loadOwnUser(userId, signal)).teams,
    ...dashboardTimes,
  });
}
