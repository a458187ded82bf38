import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from 'sonner';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/call-error.ts';
import { paths } from '../../paths.ts';
import { type Membership, roleName, type TeamRole } from './team-roles.ts';
import { membershipsQuery, type TeamMember, teamKey, teamMembersQuery } from './teams.api.ts';

/** A team, and who is looking at it. */
export interface TeamView {
  team: Membership;
  userId: number;
}

/** Takes somebody else out of the team; the list is read anew before it is done. */
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

/** Adds somebody who has an account already, by one of their two names. */
export function useAddMember({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, role }: { name: string; role: TeamRole }) =>
      api('POST /teams/members', {
        body: { team_id: team.team_id, role, ...(name.includes('@') ? { email: name } : { username: name }) },
      }),
    onSuccess: async ({ newTeamMember: { username } }) => {
      await queryClient.refetchQueries({ queryKey: teamMembersQuery(team.team_id, userId).queryKey });
      toast.success(`${username} is now in ${team.team_name}`);
    },
  });
}

/** Gives a member another role; one's own changes what the rest of the page offers. */
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

/** Leaves the team, or deletes it: either way it is no longer one's own, and another one is shown if there is any. */
export function useLeaveTeam({ team, userId }: TeamView) {
  const forget = useForgetTeam({ team, userId });
  return useMutation({
    mutationFn: ({ user_id: memberId }: TeamMember) =>
      api('DELETE /teams/:id/members/:memberId', { params: { id: team.team_id, memberId } }),
    onSuccess: () => forget(`You have left ${team.team_name}`),
  });
}

export function useDeleteTeam({ team, userId }: TeamView) {
  const forget = useForgetTeam({ team, userId });
  return useMutation({
    mutationFn: () => api('DELETE /teams/:id', { params: { id: team.team_id } }),
    onSuccess: () => forget(`Team “${team.team_name}” deleted successfully`),
  });
}

function useForgetTeam({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (news: string) => {
    toast.success(news);
    // First the memberships, which take the page to another team: nothing then asks for what is gone.
    await queryClient.refetchQueries({ queryKey: membershipsQuery(userId).queryKey });
    queryClient.removeQueries({ queryKey: teamKey(team.team_id, userId) });
    const left = queryClient.getQueryData(membershipsQuery(userId).queryKey) ?? [];
    await navigate({ to: left.length > 0 ? paths.dashboard : paths.profile, replace: true });
  };
}
