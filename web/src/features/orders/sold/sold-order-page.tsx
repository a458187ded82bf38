import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Link } from '../../../layout/link.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { backLinkLook } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { ManagedEvent } from '../../events/managed-event.tsx';
import type { EventViewer } from '../../events/page/event-view.tsx';
import { orderQuery } from '../orders.api.ts';
import { SoldOrderView } from './sold-order-view.tsx';

const route = getRouteApi('/events/$id/orders/$number');

const denied =
  "You don't have permission to see the orders of this event. Only its team and site admins can. If you help with the event, ask a team admin to add you.";

export function SoldOrderPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer) => <SoldOrder event={event} viewer={viewer} userId={user.id} />}
        </ManagedEvent>
      )}
    </RequireUser>
  );
}

interface SoldOrderProps {
  event: ViewedEvent;
  viewer: EventViewer;
  userId: number;
}

function SoldOrder({ event, viewer, userId }: SoldOrderProps) {
  const number = route.useParams().number.toUpperCase();
  const { data, error, refetch } = useQuery(orderQuery({ number }, userId));
  if (data?.event_id !== event.id && !error) return data ? <Missing event={event} /> : <PageSkeleton />;
  if (!data && error instanceof CallError && error.status === 404) return <Missing event={event} />;
  return (
    <div className="page-width py-6 sm:py-8">
      <BackToOrders event={event} />
      {data ? (
        <SoldOrderView order={data} viewer={viewer} eventId={event.id} />
      ) : (
        <>
          <h1 className="mt-2 mb-6 text-4xl font-semibold">Order {number}</h1>
          <ErrorState message={messageOf(error, 'Failed to load the order')} onRetry={() => void refetch()} />
        </>
      )}
    </div>
  );
}

function BackToOrders({ event }: { event: ViewedEvent }) {
  return (
    <Link to={paths.eventOrders} params={{ id: String(event.id) }} className={backLinkLook}>
      <ArrowLeft size={18} aria-hidden className="shrink-0" />
      <span className="truncate">Orders of {event.title}</span>
    </Link>
  );
}

function Missing({ event }: { event: ViewedEvent }) {
  return (
    <div className="page-width py-6 sm:py-8">
      <BackToOrders event={event} />
      <h1 className="mt-2 text-4xl font-semibold">Order not found</h1>
      <p className="mt-3 text-lg text-ink-soft">This event has no order with this number.</p>
    </div>
  );
}
