import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../api/session.ts';
import { listKnownOrders } from '../../payments/known-orders.ts';
import { registrationsQuery } from '../../registrations/registrations.api.ts';
import { heldUntilQuery } from './events.choice.api.ts';

export interface OpenOrderFacts {
  number: string;
  /** The end of the hold, as ISO 8601. */
  until: string;
}

/**
 * Finds the order whose tickets are held for this buyer until the buyer pays: the newest order for this event that the
 * device knows, else an order of the account from another device.
 */
export function useOwnOpenOrder(eventId: number): OpenOrderFacts | null {
  const { status, user } = useSession();
  const userId = user?.id ?? 0;
  // The server does not know which orders this device has stored, so nothing is found before hydration.
  const known = status === 'unknown' ? undefined : listKnownOrders().find((one) => one.eventId === eventId);
  const { data: registrations } = useQuery({
    ...registrationsQuery(userId),
    enabled: status === 'in' && !known,
  });
  const ofAccount = registrations?.find(
    ({ event_id, order_number, hold_expires_at }) =>
      event_id === eventId && order_number !== null && hold_expires_at !== null,
  );
  const number = known?.number ?? ofAccount?.order_number ?? '';
  const { data: until } = useQuery({
    ...heldUntilQuery({ number, key: known?.key }, userId),
    enabled: number !== '',
    retry: false,
  });
  return until ? { number, until } : null;
}
