import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/call-error.ts';
import { paths } from '../../paths.ts';
import { type Membership, roleName, type TeamRole } from './team-roles.ts';
import {
  forgetHosts,
  membershipsQuery,
  sentInvitationsQuery,
  type TeamMember,
  teamKey,
  teamMembersQuery,
} from './teams.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

export interface TeamView {
  team: Membership;
  userId: number;
}

/**
 * Removes another member. The mutation stays pending until the list of members is loaded again, so the confirmation
 * dialog stays open until then.
 */
export function useRemoveMember({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ user_id: memberId }: TeamMember) =>
      api('DELETE /teams/:id/members/:memberId', { params: { id: team.team_id, memberId } }),
    onSuccess: async () => {
      await queryClient.refetchQueries({ queryKey: teamMembersQuery(team.team_id, userId).queryKey });
      toast.success('Team member removed successfully');
    },
    onError: (error) =>
      toast.error('Failed to remove team member', { description: messageOf(error, 'Please try again.') }),
  });
}

/**
 * Invites somebody to the team by username or email. If a site administrator does this, the person becomes a member
 * at once.
 */
export function useAddMember({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, role }: { name: string; role: TeamRole }) =>
      api('POST /teams/members', {
        body: { team_id: team.team_id, role, ...(name.includes('@') ? { email: name } : { username: name }) },
      }),
    onSuccess: async ({ newTeamMember }, { name }) => {
      const { queryKey } =
        newTeamMember.status === 'invited'
          ? sentInvitationsQuery(team.team_id, userId)
          : teamMembersQuery(team.team_id, userId);
      await queryClient.refetchQueries({ queryKey });
      toast.success(
        newTeamMember.status === 'invited'
          ? `Invitation sent to ${name}`
          : `${newTeamMember.username} is now in ${team.team_name}`,
      );
    },
  });
}

/** When viewers change their own role, their memberships are loaded again too. */
export function useChangeRole({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ member, role }: { member: TeamMember; role: TeamRole }) =>
      api('PATCH /teams/:id/members/:memberId', {
        params: { id: team.team_id, memberId: member.user_id },
        body: { role },
      }),
    onSuccess: async ({ teamMember }) => {
      await Promise.all([
        queryClient.refetchQueries({ queryKey: teamMembersQuery(team.team_id, userId).queryKey }),
        teamMember.user_id === userId &&
          queryClient.refetchQueries({ queryKey: membershipsQuery(userId).queryKey }),
      ]);
      toast.success(`${teamMember.username} is now ${roleName(teamMember.role)}`);
    },
  });
}

/** Leaves the team. Then shows another team of the user, or the profile if there is none. */
export function useLeaveTeam({ team, userId }: TeamView) {
  const showAnotherTeam = useShowAnotherTeam({ team, userId });
  return useMutation({
    mutationFn: ({ user_id: memberId }: TeamMember) =>
      api('DELETE /teams/:id/members/:memberId', { params: { id: team.team_id, memberId } }),
    onSuccess: () => showAnotherTeam(`You have left ${team.team_name}`),
  });
}

export function useDeleteTeam({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  const showAnotherTeam = useShowAnotherTeam({ team, userId });
  return useMutation({
    mutationFn: () => api('DELETE /teams/:id', { params: { id: team.team_id } }),
    onSuccess: () => {
      forgetHosts(queryClient);
      return showAnotherTeam(`Team “${team.team_name}” deleted successfully`);
    },
  });
}

function useShowAnotherTeam({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message: string) => {
    toast.success(message);
    // First load the memberships, so that the page stops showing the old team. Otherwise the page would load the old
    // team's data again.
    await queryClient.refetchQueries({ queryKey: membershipsQuery(userId).queryKey });
    queryClient.removeQueries({ queryKey: teamKey(team.team_id, userId) });
    const left = queryClient.getQueryData(membershipsQuery(userId).queryKey) ?? [];
    await navigate({ to: left.length > 0 ? paths.dashboard : paths.profile, replace: true });
  };
}
