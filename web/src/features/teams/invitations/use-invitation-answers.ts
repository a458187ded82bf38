import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import { messageOf } from '../../../api/call-error.ts';
import { paths } from '../../../paths.ts';
import { membershipsQuery } from '../teams.api.ts';
import { type ReceivedInvitation, receivedInvitationsQuery } from '../teams.invitations.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

export function useAcceptInvitation(userId: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ id }: ReceivedInvitation) => api('POST /teams/invitations/:id/accept', { params: { id } }),
    onSuccess: async ({ msg }, { team_id: team }) => {
      // The dashboard shows a team only after the new membership has been loaded.
      await queryClient.refetchQueries({ queryKey: membershipsQuery(userId).queryKey, type: 'all' });
      toast.success(msg);
      await navigate({ to: paths.dashboard, search: { team } });
    },
    onError: (error) =>
      toast.error('Failed to accept the invitation', { description: messageOf(error, 'Please try again.') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: receivedInvitationsQuery(userId).queryKey }),
  });
}

/**
 * Declines an invitation. Loads the list again also after an error, because the team may have withdrawn the
 * invitation.
 */
export function useDeclineInvitation(userId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ReceivedInvitation) =>
      api('POST /teams/invitations/:id/decline', { params: { id } }),
    onSuccess: (_answer, { team_name }) => toast.success(`You declined the invitation to ${team_name}`),
    onError: (error) =>
      toast.error('Failed to decline the invitation', { description: messageOf(error, 'Please try again.') }),
    onSettled: () => queryClient.refetchQueries({ queryKey: receivedInvitationsQuery(userId).queryKey }),
  });
}
