import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useSession } from '../../../api/session.ts';
import { formatDate } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { backLinkLook, buttonStyle } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { inTicketRow } from '../../../ui/ticket-stub.tsx';
import { ownOrdersQuery } from '../../orders/mine/orders.mine.api.ts';
import { ticketStateOf } from '../../tickets/ticket-state.ts';
import type { OwnTicket } from '../../tickets/tickets.api.ts';
import { VerifyNotice } from '../../users/verify-notice.tsx';
import { NoTickets } from '../my-tickets.tsx';
import { splitTickets } from '../ticket-order.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { OwnTicketStub } from './own-ticket.tsx';
import { useOwnTickets } from './use-own-tickets.ts';

/** The tickets come first here, large enough for the door. The profile has them too, beside everything else. */
export function TicketsPage() {
  const session = useSession();
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out')
    return (
      <NoticeCard
        title="My tickets"
        text="Log in to see your tickets. Without an account, open the link in the email that brought them."
        action={
          <Link to={paths.logIn} search={{ next: paths.tickets }} className={buttonStyle('primary', 'lg')}>
            Login
          </Link>
        }
      />
    );
  return (
    <div className="page-width py-6 sm:py-12">
      <Link to={paths.profile} className={backLinkLook}>
        <ArrowLeft size={18} aria-hidden />
        Profile
      </Link>
      <h1 className="mt-1 text-4xl font-semibold sm:text-6xl">My tickets</h1>
      <div className="mt-6 sm:mt-9">
        <Tickets key={session.user.id} userId={session.user.id} />
      </div>
      <VerifyNotice user={session.user} className="mt-9" />
    </div>
  );
}

const grid = 'grid grid-cols-1 gap-7 md:grid-cols-2 xl:grid-cols-3';

function Tickets({ userId }: { userId: number }) {
  const { data, asOf, isError, refetch } = useOwnTickets(userId);
  const orders = useQuery(ownOrdersQuery(userId, 1));
  if (isError && !data)
    return <ErrorState message="Failed to load your tickets" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <output className={grid}>
        <span className="sr-only">Loading tickets...</span>
        <Skeleton className="h-140 rounded-2xl" />
      </output>
    );
  const { current, earlier } = splitTickets(data, asOf);
  return (
    <>
      <OfflineNotice asOf={isError ? asOf : null} />
      {current.length === 0 ? (
        <NoTickets claimable={orders.data?.claimable_orders ?? 0} />
      ) : (
        <ul aria-label="Tickets to come" className={grid}>
          {current.map((ticket) => (
            <li key={ticket.id} className={inTicketRow}>
              <OwnTicketStub ticket={ticket} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
      {earlier.length > 0 && <Earlier tickets={earlier} asOf={asOf} />}
    </>
  );
}

function Earlier({ tickets, asOf }: { tickets: OwnTicket[]; asOf: number }) {
  const { timeZone } = useSite();
  return (
    <section aria-labelledby="earlier" className="mt-14 max-w-3xl">
      <h2 id="earlier" className="text-3xl font-semibold">
        Past and cancelled
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {tickets.map((ticket) => {
          const { word, tone } = ticketStateOf(ticket, asOf);
          return (
            <li key={ticket.id} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-3">
              <span className="min-w-0 flex-1 basis-56">
                <Link
                  to={paths.event}
                  params={eventParams({ id: ticket.event_id })}
                  className="font-semibold wrap-anywhere hover:underline"
                >
                  {ticket.event_title}
                </Link>
                <span className="block text-[0.9375rem] text-ink-soft">
                  {formatDate(ticket.start_time, timeZone)} · {ticket.type_name}
                </span>
              </span>
              <Badge tone={tone}>{word}</Badge>
              <Link
                to={paths.order}
                params={{ number: ticket.order_number }}
                className="inline-flex min-h-8 items-center text-[0.9375rem] text-ink-soft underline underline-offset-4 hover:text-ink"
              >
                Order {ticket.order_number}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
