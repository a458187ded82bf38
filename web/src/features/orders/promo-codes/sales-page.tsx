import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft, Pencil, Users } from 'lucide-react';
import type { SessionUser } from '../../../api/session.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { ManagedEvent } from '../../events/managed-event.tsx';
import { PermissionDenied } from '../../events/managed-event-notices.tsx';
import { SalesSwitches } from '../../events/types/sales-switches.tsx';
import { PromoCodes } from './promo-codes.tsx';

const route = getRouteApi('/events/$id/sales');

const denied =
  "You don't have permission to manage the sales of this event. Only team admins, event managers and the event's creator can. A team admin can give you that role.";

export function SalesPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer) =>
            viewer.can_edit ? (
              <Sales event={event} user={user} />
            ) : (
              <PermissionDenied id={event.id} text={denied} />
            )
          }
        </ManagedEvent>
      )}
    </RequireUser>
  );
}

function Sales({ event, user }: { event: ViewedEvent; user: SessionUser }) {
  const { timeZone } = useSite();
  const params = { id: String(event.id) };
  const isOver = event.is_past || event.status === 'cancelled';
  return (
    <div className="page-width py-6 sm:py-8">
      <Link
        to={paths.event}
        params={params}
        className="inline-flex min-h-11 max-w-full items-center gap-2 font-semibold text-ink-soft hover:text-ink hover:underline"
      >
        <ArrowLeft size={18} aria-hidden className="shrink-0" />
        <span className="truncate">{event.title}</span>
      </Link>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-4xl font-semibold sm:text-5xl">Sales</h1>
          <p className="mt-2 text-ink-soft">
            {formatDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
          </p>
        </div>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <Link
            to={paths.attendees}
            params={params}
            className={`${buttonStyle('secondary')} flex-1 sm:flex-none`}
          >
            <Users size={17} aria-hidden />
            Attendees
          </Link>
          <Link
            to={paths.eventEdit}
            params={params}
            className={`${buttonStyle('secondary')} flex-1 sm:flex-none`}
          >
            <Pencil size={17} aria-hidden />
            Edit Event
          </Link>
        </div>
      </div>
      <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <section aria-labelledby="ticket-types" className="border-t border-line-strong pt-5">
          <h2 id="ticket-types" className="text-2xl font-semibold">
            Ticket types
          </h2>
          <p className="mt-1.5 mb-5 text-ink-soft">
            {isOver
              ? 'Nothing is sold any more.'
              : 'Switch a ticket type off to stop its sales for now. Sold tickets stay valid.'}
          </p>
          <SalesSwitches eventId={event.id} userId={user.id} />
        </section>
        <PromoCodes event={event} user={user} />
      </div>
    </div>
  );
}
