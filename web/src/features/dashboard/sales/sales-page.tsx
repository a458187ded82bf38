import { getRouteApi } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { SessionUser } from '../../../api/session.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { EventOffice } from '../../events/event-office.tsx';
import { ManagedEvent } from '../../events/managed-event.tsx';
import type { EventViewer } from '../../events/page/event-view.tsx';
import { PermissionDenied } from '../../events/managed-event-notices.tsx';
import { SalesSwitches } from '../../events/types/sales-switches.tsx';
import { PromoCodes } from '../../orders/promo-codes/promo-codes.tsx';
import { SalesFigures } from './sales-figures.tsx';

const route = getRouteApi('/events/$id/sales');

const denied =
  "You don't have permission to manage the sales of this event. Only team admins, event managers and the event's creator can. A team admin can give you that role.";

export function SalesPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer, asOf) =>
            viewer.can_edit ? (
              <Sales event={event} viewer={viewer} user={user} now={asOf} />
            ) : (
              <PermissionDenied id={event.id} text={denied} />
            )
          }
        </ManagedEvent>
      )}
    </RequireUser>
  );
}

interface SalesProps {
  event: ViewedEvent;
  viewer: EventViewer;
  user: SessionUser;
  now: number;
}

function Sales({ event, viewer, user, now }: SalesProps) {
  const isOver = event.is_past || event.status === 'cancelled';
  const edit = (
    <Link
      to={paths.eventEdit}
      params={{ id: String(event.id) }}
      className={`${buttonStyle('secondary')} flex-1 sm:flex-none`}
    >
      <Pencil size={17} aria-hidden />
      Edit Event
    </Link>
  );
  return (
    <EventOffice event={event} viewer={viewer} section="sales" actions={edit}>
      {event.status !== 'draft' && <SalesFigures event={event} userId={user.id} now={now} />}
      <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <section aria-labelledby="ticket-types">
          <h2 id="ticket-types" className="flex min-h-11 items-center text-2xl font-semibold">
            Ticket types
          </h2>
          <p className="mb-5 text-ink-soft">
            {isOver
              ? 'Nothing is sold any more.'
              : 'Switch a ticket type off to stop its sales for now. Sold tickets stay valid.'}
          </p>
          <SalesSwitches eventId={event.id} userId={user.id} />
        </section>
        <PromoCodes event={event} user={user} />
      </div>
    </EventOffice>
  );
}
