import { readEventName } from '@foyer/contract/text/event-address.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { formatLongDate, formatTime } from '../../../format/dates.ts';
import { formatCount } from '../../../format/counts.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { backLinkLook, Button, buttonStyle } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { countTickets, fitCheckout, readTickets } from '../../events/choice/ticket-choice.ts';
import { useOffers } from '../../events/choice/use-ticket-choice.ts';
import { eventQuery, type FoyerEvent, viewerEventQuery } from '../../events/events.api.ts';
import { checkoutColumns, CheckoutForm } from './checkout-form.tsx';
import { useOpenOrder } from './use-open-order.ts';

// Only buyers who have not paid yet see this part.
const HeldOrder = lazyPart(async () => (await import('../hold/held-order.tsx')).HeldOrder);

const route = getRouteApi(paths.checkout);

export function CheckoutPage() {
  const id = readEventName(route.useParams().id) ?? 0;
  const { key } = route.useSearch();
  const { status, user } = useSession();
  const known = useQuery({
    ...eventQuery(id, key),
    // An event that was not found may be published at any moment.
    refetchOnMount: ({ state }) => (state.data === null ? 'always' : true),
  });
  const seesMore = known.data === null && status === 'in';
  const own = useQuery({ ...viewerEventQuery(id, user?.id ?? 0, false, key), enabled: seesMore });
  const event = known.data ?? own.data;
  if (event) {
    return (
      <CheckoutFrame event={event}>
        {/* The server does not know the buyer. It renders the form for buyers who are new to this device, and
            placeholders for the others, who may have an account or an open order. CSS shows one of the two. */}
        {status !== 'in' && (
          <div data-for={status === 'unknown' ? 'new-buyer' : undefined}>
            <Checkout event={event} />
          </div>
        )}
        {status !== 'out' && (
          <div data-for={status === 'unknown' ? 'known-buyer' : undefined}>
            {status === 'in' ? <Checkout key={user.id} event={event} /> : <CheckoutSkeleton />}
          </div>
        )}
      </CheckoutFrame>
    );
  }
  if (known.isError || own.isError) {
    return (
      <div className="page-width py-14">
        <ErrorState message="We could not load this event." onRetry={() => void known.refetch()} />
      </div>
    );
  }
  if (known.isPending || (seesMore && own.isPending)) return <PageSkeleton />;
  // Until hydration, users see a placeholder, because they may still see the event.
  return (
    <>
      {status === 'unknown' && (
        <div data-for="in">
          <PageSkeleton />
        </div>
      )}
      <div data-for={status === 'unknown' ? 'out' : undefined}>
        <NoticeCard
          title="Event not found"
          text="It may have been deleted, or its link is incomplete or no longer works."
          action={
            <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
              Back to Events
            </Link>
          }
        />
      </div>
    </>
  );
}

function CheckoutFrame({ event, children }: { event: FoyerEvent; children: ReactNode }) {
  const { timeZone } = useSite();
  return (
    <div className="page-width py-8 sm:py-12">
      <BackToEvent event={event} look={backLinkLook}>
        <ArrowLeft size={18} aria-hidden />
        Back to the event
      </BackToEvent>
      <h1 className="mt-4 text-4xl font-semibold sm:text-5xl">Checkout</h1>
      <p className="mt-3 text-lg wrap-anywhere">
        <span className="font-semibold">{event.title}</span>
        {/* The date has its own line, so that it stays where it is when the title gets its font. */}
        <span className="block text-ink-soft">
          {`${formatLongDate(event.start_time, timeZone)}, ${formatTime(event.start_time, timeZone)}`}
        </span>
      </p>
      {children}
    </div>
  );
}

function Checkout({ event }: { event: FoyerEvent }) {
  const open = useOpenOrder(event.id);
  const [replaces, setReplaces] = useState<string>();
  const isBlocked = open.order !== null && open.order.number !== replaces;
  return (
    <>
      {open.isLoading && <CheckoutSkeleton />}
      {!open.isLoading && isBlocked && open.order && (
        <section aria-labelledby="open-order" className={`mt-8 ${checkoutColumns}`}>
          <div>
            <h2 id="open-order" className="text-2xl font-semibold">
              You have an open order
            </h2>
            <p className="mt-2 max-w-prose text-ink-soft">
              Pay for it while its places are held, or order something else instead.
            </p>
          </div>
          <HeldOrder order={open.order} address={open.address} fallback={<CheckoutSkeleton />}>
            <Button variant="secondary" onClick={() => setReplaces(open.order?.number)}>
              Order something else instead
            </Button>
          </HeldOrder>
        </section>
      )}
      {!isBlocked && (
        <div hidden={open.isLoading}>
          <ChosenTickets event={event} replaces={replaces} onOpenOrder={open.find} />
        </div>
      )}
    </>
  );
}

/** As high as the screen, so that the footer does not jump when the form appears. */
function CheckoutSkeleton() {
  return (
    <div className="min-h-dvh">
      <PageSkeleton />
    </div>
  );
}

interface ChosenTicketsProps {
  event: FoyerEvent;
  replaces: string | undefined;
  onOpenOrder: (number: string) => void;
}

function ChosenTickets({ event, replaces, onOpenOrder }: ChosenTicketsProps) {
  const { tickets } = route.useSearch();
  const { offers, isCodeLoading, codeFailure } = useOffers(event);
  if (!offers || (isCodeLoading && !codeFailure)) return <CheckoutSkeleton />;
  const wanted = readTickets(tickets);
  // If this order replaces another order, keep the choice as it is: the places of the replaced order count as taken,
  // but this order can use them.
  const choice = replaces === undefined ? fitCheckout(offers.ticket_types, wanted) : wanted;
  const missing = countTickets(wanted) - countTickets(choice);
  if (countTickets(choice) === 0) {
    return (
      <div className="mt-8 grid justify-items-start gap-5">
        <p className="text-lg">
          {missing > 0 ? 'These tickets are no longer on sale.' : 'You have not chosen any tickets yet.'}
        </p>
        <BackToEvent event={event} look={buttonStyle('primary', 'lg')}>
          Choose tickets
        </BackToEvent>
      </div>
    );
  }
  return (
    <>
      {missing > 0 && (
        <p role="alert" className="mt-6 rounded-lg bg-warn-wash px-4 py-3 text-warn">
          {formatCount(missing, 'ticket is', 'tickets are')} no longer on sale, so we took{' '}
          {missing === 1 ? 'it' : 'them'} out of your order.
        </p>
      )}
      <CheckoutForm
        event={event}
        offers={offers}
        choice={choice}
        replaces={replaces}
        onOpenOrder={onOpenOrder}
      />
    </>
  );
}

function BackToEvent({ event, look, children }: { event: FoyerEvent; look: string; children: ReactNode }) {
  const search = route.useSearch();
  return (
    <Link
      to={paths.event}
      params={eventParams({ ...event, key: search.key })}
      search={search}
      className={look}
    >
      {children}
    </Link>
  );
}
