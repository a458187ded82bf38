import { useQuery } from '@tanstack/react-query';
import { type SessionUser, useSession } from '../../../api/session.ts';
import { explainMoneyBack } from '../../tickets/money-back.ts';
import { ticketsQuery } from '../../tickets/tickets.api.ts';
import type { FoyerEvent } from '../events.api.ts';
import { decideEventAction, type EventAction, type Standing } from './event-action.ts';
import type { EventViewProps } from './event-view.tsx';

/** What the signed-in user has bought, and what they may do next. `action` is null while that is loading. */
export interface Purchase {
  user: SessionUser | null;
  action: EventAction | null;
  moneyBack: string | null;
  unpaidOrder: string | null;
}

export function usePurchase({ event, viewer, checking, asOf }: EventViewProps): Purchase {
  const { user } = useSession();
  const cancelled = useCancelledPurchase(event, user);
  const registered = viewer?.is_registered
    ? { hasPaid: viewer.has_paid, hasTicket: viewer.has_ticket, unpaidOrder: findUnpaidOrder(viewer) }
    : null;
  const isKnown = user !== null && !checking && !cancelled.checking;
  return {
    user,
    action: isKnown ? decideEventAction(event, registered ?? cancelled.standing, asOf) : null,
    moneyBack: cancelled.moneyBack,
    unpaidOrder: registered?.unpaidOrder ?? null,
  };
}

function findUnpaidOrder({ order }: NonNullable<EventViewProps['viewer']>): string | null {
  return order?.status === 'held' ? order.number : null;
}

/**
 * Says whether the user has paid for a cancelled event, and what happens to the money. Reads the user's tickets,
 * because a refund ends the registration.
 */
function useCancelledPurchase(
  { id, status }: FoyerEvent,
  user: SessionUser | null,
): { checking: boolean; standing: Standing | null; moneyBack: string | null } {
  const enabled = status === 'cancelled' && user !== null;
  const { data, isPending } = useQuery({ ...ticketsQuery(user?.id ?? 0), enabled });
  const tickets = enabled && data ? data.filter((ticket) => ticket.event_id === id) : [];
  return {
    checking: enabled && isPending,
    standing: tickets.some(({ paid }) => paid) ? { hasPaid: true, hasTicket: true } : null,
    moneyBack: explainMoneyBack(tickets),
  };
}
