import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFree } from '../../../format/money.ts';
import { checkoutKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { takeTicketRefresh } from '../../payments/checkout-marks.ts';
import { paidChecks, useEndCheckout } from '../../payments/use-unpaid-checkout.ts';
import { type FoyerEvent, type ViewedEvent, viewerEventQuery } from '../events.api.ts';

/**
 * The event as the signed-in user sees it; null for visitors. If loading fails, the user counts as not
 * registered.
 * @param known the event as visitors see it; null when visitors see no event, because the event may be a
 * draft or private
 * @param knownAt when the public event was read, in milliseconds since 1970
 */
export function useViewerEvent(id: number, known: FoyerEvent | null, knownAt = 0) {
  const { status, user } = useSession();
  const userId = user?.id ?? 0;
  const managesEvents = user !== null && (user.teams.length > 0 || user.is_site_admin);
  const key = useEventKey();
  const { data, dataUpdatedAt, isPending, isFetching, refetch } = useQuery({
    ...viewerEventQuery(id, userId, known === null && managesEvents, key),
    enabled: status === 'in',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      mayStillTurnPaid(state.data, state.dataUpdateCount) ? paidChecks.every : false,
  });
  const queryClient = useQueryClient();
  const endCheckout = useEndCheckout();
  const isLeaving = useIsMutating({ mutationKey: checkoutKey(id) }) > 0;
  useEffect(() => {
    // The payment page is about to open, so the checkout goes on.
    if (isLeaving) return;
    const { queryKey } = viewerEventQuery(id, userId, false, key);
    const checks = queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0;
    if (dataUpdatedAt === 0 || !data?.viewer || mayStillTurnPaid(data, checks)) return;
    endCheckout({ userId, eventId: id, paid: data.viewer.has_paid });
  }, [queryClient, endCheckout, id, key, userId, data, dataUpdatedAt, isLeaving]);
  useEffect(() => {
    if (status === 'in' && takeTicketRefresh()) void refetch();
  }, [status, refetch]);
  // The call for this user found no event, so the event is gone. But if the public event was read later than that, the
  // event exists.
  const gone = data === null && dataUpdatedAt >= knownAt;
  return {
    viewed: data ?? null,
    gone,
    viewedAt: dataUpdatedAt,
    checking: status !== 'out' && (isPending || (data === null && !gone && isFetching)),
  };
}

function mayStillTurnPaid(event: ViewedEvent | null | undefined, checks: number): boolean {
  if (!event?.viewer?.is_registered || event.viewer.has_paid || isFree(event.price)) return false;
  return checks < paidChecks.times;
}
