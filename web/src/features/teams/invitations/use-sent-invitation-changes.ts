import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { messageOf } from '../../../api/call-error.ts';
import { type SentInvitation, sentInvitationsQuery } from '../teams.api.ts';
import type { TeamView } from '../use-membership-changes.ts';
import { toast } from '../../../ui/overlays/toast.ts';

/** Names the invited person as the team knows them. */
export function nameInvited({ username, email }: SentInvitation): string {
  return username ?? email ?? '';
}

/** Emails an invitation again, which also extends the invitation. */
export function useResendInvitation(view: TeamView) {
  const reload = useReload(view);
  return useMutation({
    mutationFn: ({ id }: SentInvitation) => api('POST /teams/invitations/:id/resend', { params: { id } }),
    onSuccess: (_answer, invitation) => toast.success(`Invitation sent again to ${nameInvited(invitation)}`),
    onError: (error) =>
      toast.error('Failed to send the invitation again', {
        description: messageOf(error, 'Please try again.'),
      }),
    onSettled: reload,
  });
}

export function useWithdrawInvitation(view: TeamView) {
  const reload = useReload(view);
  return useMutation({
    mutationFn: ({ id }: SentInvitation) => api('DELETE /teams/invitations/:id', { params: { id } }),
    onSuccess: () => toast.success('Invitation withdrawn'),
    onError: (error) =>
      toast.error('Failed to withdraw the invitation', {
        description: messageOf(error, 'Please try again.'),
      }),
    onSettled: reload,
  });
}

/** Loads the team's invitations again, also after an error, because the person may have answered meanwhile. */
function useReload({ team, userId }: TeamView) {
  const queryClient = useQueryClient();
  return () => queryClient.refetchQueries({ queryKey: sentInvitationsQuery(team.team_id, userId).queryKey });
}
