import { useIsMutating, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { checkoutsKey } from '../../api/query-keys.ts';
import { useSite } from '../../layout/use-site.ts';
import { type MyRegistration, registrationsQuery } from '../registrations/registrations.api.ts';
import { clearCheckoutMarks, findPendingEventId } from './checkout-marks.ts';
import { announceUnpaidCheckout } from './payment-toasts.ts';

/**
 * A payment may arrive late. So the page asks up to `times` times whether an unpaid ticket is paid now, with `every`
 * milliseconds between two calls.
 */
export const paidChecks = { times: 3, every: 1000 };

export interface CheckoutEnd {
  userId: number;
  eventId: number;
  paid: boolean;
}

/** Ends a checkout. A buyer who did not pay is told so once, and learns until when the seat is held. */
export function useEndCheckout(): (end: CheckoutEnd) => void {
  const queryClient = useQueryClient();
  const { timeZone } = useSite();
  return useCallback(
    ({ userId, eventId, paid }) => {
      if (!clearCheckoutMarks(userId, eventId, paid)) return;
      queryClient
        .query(registrationsQuery(userId))
        .then((registrations) => {
          const until = registrations.find(({ event_id }) => event_id === eventId)?.hold_expires_at;
          announceUnpaidCheckout(until ? { until, timeZone } : undefined);
        })
        .catch(() => announceUnpaidCheckout());
    },
    [queryClient, timeZone],
  );
}

type Registrations = Pick<UseQueryResult<MyRegistration[]>, 'data' | 'isFetching' | 'refetch'>;

/** Ends the pending checkout on a page that lists the user's registrations. */
export function useEndPendingCheckout(userId: number, { data, isFetching, refetch }: Registrations): void {
  const endCheckout = useEndCheckout();
  const checks = useRef(0);
  const isLeaving = useIsMutating({ mutationKey: checkoutsKey }) > 0;
  useEffect(() => {
    const eventId = findPendingEventId();
    // Wait for fresh data: data from before the checkout cannot show whether the buyer has paid.
    if (eventId === null || !data || isFetching || isLeaving) return undefined;
    const registration = data.find(({ event_id }) => event_id === eventId);
    if (registration && !registration.paid && checks.current < paidChecks.times) {
      const timer = setTimeout(() => {
        checks.current += 1;
        void refetch();
      }, paidChecks.every);
      return () => clearTimeout(timer);
    }
    endCheckout({ userId, eventId, paid: registration?.paid === true });
    return undefined;
  }, [endCheckout, userId, data, isFetching, isLeaving, refetch]);
}
