import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { messageOf } from '../../api/call-error.ts';
import type { SessionUser } from '../../api/session.ts';
import { registrationsQuery } from '../registrations/registrations.api.ts';
import { clearCheckoutMarks, findPendingEventId, requestTicketRefresh } from './checkout-marks.ts';
import { announcePayment } from './payment-toasts.ts';
import { paymentQuery, type VerifiedPayment } from './payments.api.ts';

/**
 * What the page after the payment shows. `eventId` is the event to go back to. `asOf` is when the payment was
 * read.
 */
export type PaymentOutcome =
  | { state: 'verifying' }
  | (VerifiedPayment & { asOf: number })
  | { state: 'failed'; message: string; eventId: number | null };

/** Verifies a payment, announces its state in a toast, and ends the checkout in this browser. */
export function usePayment(sessionId: string, user: SessionUser): PaymentOutcome {
  const { data, error, dataUpdatedAt: asOf } = useQuery(paymentQuery(sessionId, user.id));
  // Read the id only once, because ending the checkout deletes it.
  const [pendingEventId] = useState(findPendingEventId);
  const eventId = data?.eventId ?? pendingEventId;
  useCheckoutEnd(sessionId, data?.state, eventId, user.id);
  if (data) return { ...data, eventId, asOf };
  if (error) return { state: 'failed', message: messageOf(error, 'Failed to process payment'), eventId };
  return { state: 'verifying' };
}

function useCheckoutEnd(
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
    clearCheckoutMarks(userId, eventId, state === 'paid');
    requestTicketRefresh();
    // The cached registrations may be from before the payment. A reset deletes them at once, while an invalidation
    // would show them until the new ones are loaded.
    void queryClient.resetQueries({ queryKey: registrationsQuery(userId).queryKey });
    void queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, userId) });
    void queryClient.invalidateQueries({ queryKey: eventsKey });
  }, [queryClient, sessionId, state, eventId, userId]);
}
