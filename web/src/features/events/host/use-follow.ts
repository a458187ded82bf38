import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { followsQuery } from './events.follows.api.ts';

export function useFollow(userId: number) {
  const reload = useReload(userId);
  return useMutation({
    mutationFn: (team_id: number) => api('POST /follows', { body: { team_id } }),
    onSuccess: async ({ team }) => {
      await reload();
      toast.success(`You follow ${team.name}`);
    },
    onError: (error) => toast.error(messageOf(error, 'You could not follow the team. Please try again.')),
  });
}

export function useStopFollowing(userId: number) {
  const reload = useReload(userId);
  return useMutation({
    mutationFn: (teamId: number) => api('DELETE /follows/:teamId', { params: { teamId } }),
    onSuccess: async () => {
      await reload();
      toast.success('You no longer follow the team');
    },
    onError: (error) => toast.error(messageOf(error, 'The emails could not be stopped. Please try again.')),
  });
}

function useReload(userId: number) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: followsQuery(userId).queryKey });
}
