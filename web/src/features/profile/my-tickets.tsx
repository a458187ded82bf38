import { useQuery } from '@tanstack/react-query';
import { Ticket as TicketIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { inTicketRow } from '../../ui/ticket-stub.tsx';
import { ownOrdersQuery } from '../orders/mine/orders.mine.api.ts';
import { HoldCard } from './hold-card.tsx';
import { isOpenHold } from './registration-hold.ts';
import { registrationsQuery } from '../registrations/registrations.api.ts';
import { useEndPendingCheckout } from '../payments/use-unpaid-checkout.ts';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { splitTickets } from './ticket-order.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { OfflineNotice } from './tickets/offline-notice.tsx';
import { useOwnTickets } from './tickets/use-own-tickets.ts';

const grid = 'grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3';

/** How many upcoming tickets are shown, soonest first. With more, the account would be far down the page. */
const mostShown = 6;

/**
 * The signed-in user's tickets. A button shows the earlier ones: those of past events, and those that were cancelled
 * or refunded.
 */
export function MyTickets({ userId }: { userId: number }) {
  const own = useOwnTickets(userId);
  const split = own.data && splitTickets(own.data, own.asOf);
  return (
    <section aria-labelledby="my-tickets" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:min-h-11">
        <h2 id="my-tickets" className="text-3xl font-semibold sm:text-4xl">
          Your Tickets
        </h2>
        {split && split.current.length > 0 && (
          <Link to={paths.tickets} className={buttonStyle('secondary')}>
            <TicketIcon size={18} aria-hidden />
            Show at the door
          </Link>
        )}
      </div>
      <div className="mt-6">
        <Tickets userId={userId} own={own} split={split} />
      </div>
    </section>
  );
}

interface TicketsProps {
  userId: number;
  own: ReturnType<typeof useOwnTickets>;
  /** Undefined until the tickets are loaded. */
  split: ReturnType<typeof splitTickets<Ticket>> | undefined;
}

function Tickets({ userId, own: { asOf, isError, refetch }, split }: TicketsProps) {
  const registrations = useQuery({ ...registrationsQuery(userId), refetchOnWindowFocus: 'always' });
  const orders = useQuery(ownOrdersQuery(userId, 1));
  useEndPendingCheckout(userId, registrations);
  if (isError && !split)
    return <ErrorState message="Failed to load your tickets" onRetry={() => void refetch()} />;
  if (!split) {
    return (
      <output className={grid}>
        <span className="sr-only">Loading tickets...</span>
        <Skeleton className="h-88 rounded-2xl" />
        <Skeleton className="hidden h-88 rounded-2xl md:block" />
      </output>
    );
  }
  const { current, earlier } = split;
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
            <li key={`hold-${hold.id}`} className={inTicketRow}>
              <HoldCard hold={hold} />
            </li>
          ))}
          {current.slice(0, mostShown).map((ticket) => (
            <li key={ticket.id} className={inTicketRow}>
              <TicketCard ticket={ticket} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
      {current.length > mostShown && (
        <Link to={paths.tickets} className={`${buttonStyle('secondary')} mt-6`}>
          See all {current.length} tickets
        </Link>
      )}
      {earlier.length > 0 && <EarlierTickets tickets={earlier} asOf={asOf} />}
    </>
  );
}

/** @param claimable how many guest orders the user can add to the account. The page offers them above. */
export function NoTickets({ claimable }: { claimable: number }) {
  if (claimable > 0) {
    return (
      <EmptyState
        drawing="ticket"
        title="Your tickets are one step away"
        hint={`Add your ${claimable === 1 ? 'order' : 'orders'} to your account, and the tickets appear here.`}
      />
    );
  }
  return (
    <EmptyState
      drawing="ticket"
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

function EarlierTickets({ tickets, asOf }: { tickets: Ticket[]; asOf: number }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-6">
      <Button
        variant="secondary"
        size="sm"
        className="whitespace-normal!"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide past and cancelled tickets' : `Show past and cancelled tickets (${tickets.length})`}
      </Button>
      {open && (
        <ul className={`${grid} mt-4`}>
          {tickets.map((ticket) => (
            <li key={ticket.id} className={inTicketRow}>
              <TicketCard ticket={ticket} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
