import { getRouteApi } from '@tanstack/react-router';
import { RequireUser } from '../../../layout/guards.tsx';
import { EventOffice } from '../../events/event-office.tsx';
import { ManagedEvent } from '../../events/managed-event.tsx';
import { SoldOrders } from './sold-orders.tsx';

const route = getRouteApi('/events/$id/orders');

const denied =
  "You don't have permission to see the orders of this event. Only its team and site admins can. If you help with the event, ask a team admin to add you.";

export function SoldOrdersPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer) => (
            <EventOffice event={event} viewer={viewer} section="orders">
              <SoldOrders event={event} userId={user.id} />
            </EventOffice>
          )}
        </ManagedEvent>
      )}
    </RequireUser>
  );
}
