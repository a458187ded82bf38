import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { formatCount } from '../../../format/counts.ts';
import { formatDate } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { CancelTicket } from '../sold/cancel-ticket.tsx';
import { type SoldOrder, soldOrdersQuery } from '../sold/orders.sold.api.ts';
import { describeTypes } from '../sold/sold-words.ts';
import { describeGuestTicket } from './guest-states.ts';

/** The complimentary tickets that the team has given away, the latest first. */
export function GivenTickets({ event, userId }: { event: FoyerEvent; userId: number }) {
  const [page, setPage] = useState(1);
  const view = { q: '', channel: 'complimentary', page } as const;
  const { data, error, refetch } = useQuery(soldOrdersQuery(event.id, userId, view));
  return (
    <section aria-labelledby="given-tickets">
      <h2 id="given-tickets" className="mb-4 text-2xl font-semibold">
        Invited
      </h2>
      <Loaded
        data={data}
        failure={error && messageOf(error, 'Failed to load the guest list')}
        onRetry={() => void refetch()}
        skeleton={
          <output className="grid gap-3">
            <span className="sr-only">Loading the guest list...</span>
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
          </output>
        }
      >
        {({ orders, total_orders: total, total_pages: totalPages }) =>
          total === 0 ? (
            <EmptyState
              drawing="envelope"
              title="Nobody yet"
              hint="Every guest that you invite is listed here."
            />
          ) : (
            <>
              <p className="mb-3 text-ink-soft">{formatCount(total, 'guest')}</p>
              <ul className="divide-y divide-line rounded-2xl border border-line bg-raised">
                {orders.map((order) => (
                  <li key={order.number} className="px-5 py-3.5">
                    <Guest order={order} event={event} />
                  </li>
                ))}
              </ul>
              {totalPages > 1 && (
                <p className="mt-4 flex items-center justify-between gap-3">
                  <Button
                    variant="secondary"
                    size="sm"
                    disabled={page === 1}
                    onClick={() => setPage(page - 1)}
                  >
                    Newer
                  </Button>
                  <span className="text-ink-soft">
                    Page {page} of {totalPages}
                  </span>
                  <Button
                    variant="secondary"
                    size="sm"
                    disabled={page >= totalPages}
                    onClick={() => setPage(page + 1)}
                  >
                    Older
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Guest({ order, event }: { order: SoldOrder; event: FoyerEvent }) {
  const { timeZone } = useSite();
  const name = order.buyer_name ?? 'Deleted account';
  return (
    <>
      <Link
        to={paths.soldOrder}
        params={{ id: String(event.id), number: order.number }}
        className="font-semibold wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-spot hover:decoration-2"
      >
        {name}
      </Link>
      <p className="text-[0.9375rem] wrap-anywhere text-ink-soft">{order.buyer_email}</p>
      <p className="text-[0.9375rem] text-ink-soft">
        {describeTypes(order.types)}, {formatDate(order.placed_at, timeZone)}
      </p>
      <ul aria-label={`Tickets of ${name}`} className="mt-2 grid gap-2">
        {order.tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="text-[0.9375rem]">Ticket {ticket.place}</span>
            <GuestState order={order} ticket={ticket} event={event} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface GuestStateProps {
  order: SoldOrder;
  ticket: SoldOrder['tickets'][number];
  event: FoyerEvent;
}

function GuestState({ order, ticket, event }: GuestStateProps) {
  const { word, tone } = describeGuestTicket(ticket, order.undelivered);
  const { id, place, status } = ticket;
  const guest = order.buyer_name ?? 'Deleted account';
  const name = ticket.attendee_name ?? guest;
  return (
    <CancelTicket
      ticket={{ id, name, number: order.number, eventId: event.id }}
      label={`Ticket ${place} of ${guest}`}
      isAllowed={status === 'valid'}
    >
      <Badge tone={tone}>{word}</Badge>
    </CancelTicket>
  );
}
