import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { messageOf } from '../../api/call-error.ts';
import type { SessionUser } from '../../api/session.ts';
import { registrationsQuery } from '../registrations/registrations.api.ts';
import { askForTicketRefresh, findPendingEventId, settleCheckout } from './checkout-marks.ts';
import { announcePayment } from './payment-toasts.ts';
import { paymentQuery, type VerifiedPayment } from './payments.api.ts';

/** What the return page shows; `eventId` is the event to go back to where it is known, `asOf` when it was so. */
export type PaymentOutcome =
  | { state: 'verifying' }
  | (VerifiedPayment & { asOf: number })
  | { state: 'failed'; message: string; eventId: number | null };

/** Verifies a payment, says so in a toast, and settles what the browser remembered of the checkout. */
export function usePayment(sessionId: string, user: SessionUser): PaymentOutcome {
  const { data, error, dataUpdatedAt: asOf } = useQuery(paymentQuery(sessionId, user.id));
  // Settling takes the mark away; the way back to the event stays known.
  const [pendingEventId] = useState(findPendingEventId);
  const eventId = data?.eventId ?? pendingEventId;
  useSettling(sessionId, data?.state, eventId, user.id);
  if (data) return { ...data, eventId, asOf };
  if (error) return { state: 'failed', message: messageOf(error, 'Failed to process payment'), eventId };
  return { state: 'verifying' };
}

function useSettling(
  sessionId: string,
  state: VerifiedPayment['state'] | undefined,
  eventId: number | null,
  userId: number,
) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!state) return;
    announcePayment(state, sessionId);
    if (eventId === null || state === 'unissued') return;
    settleCheckout(userId, eventId, state === 'paid');
    askForTicketRefresh();
    // Forgotten rather than outdated: nobody is to see, even for a moment, that they still have to pay.
    void queryClient.resetQueries({ queryKey: registrationsQuery(userId).queryKey });
    void queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, userId) });
    void queryClient.invalidateQueries({ queryKey: eventsKey });
  }, [queryClient, sessionId, state, eventId, userId]);
}
