import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { formatDate, formatTime } from '../../format/dates.ts';
import { ownOrdersQuery } from '../orders/mine/orders.mine.api.ts';
import { HoldCard } from './hold-card.tsx';
import { isOpenHold } from './registration-hold.ts';
import { registrationsQuery } from '../registrations/registrations.api.ts';
import { useEndPendingCheckout } from '../payments/use-unpaid-checkout.ts';
import { keepTicketsOffline } from '../tickets/keep-offline.ts';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { splitTickets } from './ticket-order.ts';
import { findOfflineTickets, type Ticket, ticketsQuery } from '../tickets/tickets.api.ts';

const grid = 'grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3';

/**
 * The signed-in user's tickets. A button shows the earlier ones: those of past events, and those that were cancelled
 * or refunded.
 */
export function MyTickets({ userId }: { userId: number }) {
  return (
    <section aria-labelledby="my-tickets" className="mt-14">
      <h2 id="my-tickets" className="text-4xl font-semibold">
        Your Tickets
      </h2>
      <div className="mt-6">
        <Tickets userId={userId} />
      </div>
    </section>
  );
}

function Tickets({ userId }: { userId: number }) {
  const { data, asOf, isError, refetch } = useTickets(userId);
  const registrations = useQuery({ ...registrationsQuery(userId), refetchOnWindowFocus: 'always' });
  const orders = useQuery(ownOrdersQuery(userId, 1));
  useEndPendingCheckout(userId, registrations);
  if (isError && !data)
    return <ErrorState message="Failed to load your tickets" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <output className={grid}>
        <span className="sr-only">Loading tickets...</span>
        <Skeleton className="h-88 rounded-2xl" />
        <Skeleton className="hidden h-88 rounded-2xl md:block" />
      </output>
    );
  }
  const { current, earlier } = splitTickets(data, asOf);
  const holds = (registrations.data ?? []).filter((registration) =>
    isOpenHold(registration, registrations.dataUpdatedAt),
  );
  return (
    <>
      <OfflineNotice asOf={isError ? asOf : null} />
      {current.length + holds.length === 0 ? (
        <NoTickets claimable={orders.data?.claimable_orders ?? 0} />
      ) : (
        <ul className={grid}>
          {holds.map((hold) => (
            <li key={`hold-${hold.id}`}>
              <HoldCard hold={hold} />
            </li>
          ))}
          {current.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
      {earlier.length > 0 && <EarlierTickets tickets={earlier} asOf={asOf} />}
    </>
  );
}

/** @param claimable how many guest orders the user can add to the account. The page offers them above. */
function NoTickets({ claimable }: { claimable: number }) {
  if (claimable > 0) {
    return (
      <EmptyState
        title="Your tickets are one step away"
        hint={`Add your ${claimable === 1 ? 'order' : 'orders'} to your account, and the tickets appear here.`}
      />
    );
  }
  return (
    <EmptyState
      title="No tickets yet"
      hint="Register for an event or buy a ticket, and you will find it here."
      action={
        <Link to={paths.events} className={buttonStyle()}>
          Browse events
        </Link>
      }
    />
  );
}

/**
 * Returns the tickets from the server. Until the server has answered, returns the copy that this browser
 * stored on an earlier visit.
 */
function useTickets(userId: number) {
  const [saved] = useState(() => findOfflineTickets(userId));
  // Always reload: a ticket may have been checked in while the window was in the background.
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...ticketsQuery(userId),
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    // Storing the tickets for offline use may fail. The user need not know, because the tickets are already
    // on the screen.
    if (data?.length) keepTicketsOffline().catch(() => undefined);
  }, [data]);
  const known = data ?? (saved?.answer.length ? saved.answer : undefined);
  return { data: known, asOf: data ? dataUpdatedAt : (saved?.at ?? 0), isError, refetch };
}

/** @param asOf when the tickets were read, in milliseconds since 1970; null when they are up to date */
function OfflineNotice({ asOf }: { asOf: number | null }) {
  const { timeZone } = useSite();
  const at = asOf === null ? null : new Date(asOf).toISOString();
  return (
    <div role="status">
      {at && (
        <p className="mb-6 rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          Foyer cannot be reached. These are your tickets as of {formatDate(at, timeZone)},{' '}
          {formatTime(at, timeZone)}. They can still be scanned at the door.
        </p>
      )}
    </div>
  );
}

function EarlierTickets({ tickets, asOf }: { tickets: Ticket[]; asOf: number }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-6">
      <Button variant="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide past and cancelled tickets' : `Show past and cancelled tickets (${tickets.length})`}
      </Button>
      {open && (
        <ul className={`${grid} mt-4`}>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
