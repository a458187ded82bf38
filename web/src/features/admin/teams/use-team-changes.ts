import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { ownUserQuery } from '../../../api/account.ts';
import type { AdminTeam } from '../admin.api.ts';
import { unsavedId, useAdminChange, withChangedRow, withNewRow, withoutRow } from '../use-admin-change.ts';
import { useAdminId } from '../use-admin-id.ts';
import { forgetHosts } from '../../teams/teams.api.ts';

export interface TeamValues {
  name: string;
  description: string;
}

export function useCreateTeam() {
  const refreshOwnTeams = useRefreshOwnTeams();
  return useAdminChange({
    table: 'teams',
    send: (values: TeamValues) => api('POST /teams', { body: writeTeam(values) }),
    preview: (page, values) => withNewRow(page, blankTeam(values)),
    successText: ({ name }) => `Team ${name} created successfully`,
    failure: 'Failed to create team',
    // The creator of a team becomes a member of the team, so the administrator's own list of teams has
    // changed.
    onDone: refreshOwnTeams,
  });
}

export function useUpdateTeam(team: AdminTeam) {
  const refreshTeams = useRefreshTeams();
  return useAdminChange({
    table: 'teams',
    send: (values: TeamValues) =>
      api('PATCH /teams/:id', { params: { id: team.id }, body: writeTeam(values) }),
    preview: (page, values) => withChangedRow(page, team.id, writeTeam(values)),
    successText: ({ name }) => `Team ${name} updated successfully`,
    failure: 'Failed to update team',
    onDone: refreshTeams,
  });
}

export function useDeleteTeam() {
  const refreshTeams = useRefreshTeams();
  return useAdminChange({
    table: 'teams',
    send: ({ id }: AdminTeam) => api('DELETE /teams/:id', { params: { id } }),
    preview: (page, { id }) => withoutRow(page, id),
    successText: ({ name }) => `Team ${name} deleted successfully`,
    failure: 'Failed to delete team',
    onDone: refreshTeams,
  });
}

/** Loads the administrator's own memberships again, because one of them may be in the changed team. */
function useRefreshOwnTeams() {
  const queryClient = useQueryClient();
  const adminId = useAdminId();
  // `ownUserQuery` also stores the loaded memberships in the session.
  return () => void queryClient.query({ ...ownUserQuery(adminId), staleTime: 0 }).catch(() => undefined);
}

function useRefreshTeams() {
  const queryClient = useQueryClient();
  const refreshOwnTeams = useRefreshOwnTeams();
  return () => {
    forgetHosts(queryClient);
    refreshOwnTeams();
  };
}

function writeTeam({ name, description }: TeamValues) {
  return { name, description: description.trim() || null };
}

function blankTeam(values: TeamValues): AdminTeam {
  const now = new Date().toISOString();
  return {
    id: unsavedId,
    ...writeTeam(values),
    picture_url: null,
    created_at: now,
    updated_at: now,
    member_count: 1,
  };
}
