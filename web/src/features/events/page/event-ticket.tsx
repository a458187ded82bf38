import { formatCount } from '../../../format/counts.ts';
import { formatPriceRange, isFree } from '../../../format/money.ts';
import { type SessionUser, useSession } from '../../../api/session.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TicketStub } from '../../../ui/ticket-stub.tsx';
import { ticketPurchase } from '../../registrations/registrations.api.ts';
import { useMyRegistration } from '../../registrations/use-my-registration.ts';
import { actionLabels, decideEventAction, type EventAction, isOpen } from './event-action.ts';
import { CancelRule } from '../choice/cancel-rule.tsx';
import { ChoiceLink } from '../choice/choice-link.tsx';
import { ChoiceTicket } from '../choice/choice-ticket.tsx';
import { KnownOrderLink } from '../choice/known-order-link.tsx';
import { OpenOrder } from '../choice/open-order.tsx';
import { useOwnOpenOrder } from '../choice/use-own-open-order.ts';
import { useTicketChoice } from '../choice/use-ticket-choice.ts';
import type { EventViewProps } from './event-view.tsx';
import { LogInLink, PurchaseBar, type PurchaseProps, startsSale } from './purchase-bar.tsx';
import { usePurchase } from './use-purchase.ts';
import { WhenAndWhere } from './when-and-where.tsx';
import type { FoyerEvent } from '../events.api.ts';

// Visitors do not see these parts.
const EventActionButton = lazyPart(async () => (await import('./event-action-button.tsx')).EventActionButton);
const HeldSeat = lazyPart(async () => (await import('../../registrations/held-seat.tsx')).HeldSeat);

export function EventTicket(props: EventViewProps) {
  const { event, viewer, asOf } = props;
  const choice = useTicketChoice(event);
  const openOrder = useOwnOpenOrder(event.id);
  const purchase = usePurchase(props);
  const isOnSale = ['register', 'buy', 'sold-out', 'all-reserved', 'paused'].includes(
    decideEventAction(event, null, asOf),
  );
  if (choice.isNeeded && isOnSale) {
    return (
      <ChoiceTicket
        event={event}
        choice={choice}
        openOrder={openOrder}
        hasTicket={viewer?.has_ticket === true}
        asOf={asOf}
      >
        <WhenAndWhere event={event} />
      </ChoiceTicket>
    );
  }
  return (
    <>
      <TicketStub
        stub={
          <>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="font-display text-4xl font-semibold">
                {formatPriceRange(event.price, event.highest_price)}
              </p>
              <TicketsLeft event={event} />
            </div>
            {isOnSale && <CancelRule event={event} asOf={asOf} />}
            {openOrder ? (
              <div className="mt-4">
                <OpenOrder {...openOrder} />
              </div>
            ) : (
              <>
                <TicketPurchase {...purchase} event={event} asOf={asOf} />
                {isOnSale && !viewer?.is_registered && <ChoiceLink event={event} offers={choice.offers} />}
                {/* This is known after hydration only, so it stands below the links. */}
                <KnownOrderLink eventId={event.id} />
              </>
            )}
          </>
        }
      >
        <WhenAndWhere event={event} />
      </TicketStub>
      {!openOrder && <PurchaseBar {...purchase} event={event} asOf={asOf} />}
    </>
  );
}

function TicketsLeft({ event }: { event: FoyerEvent }) {
  if (event.is_past || event.status === 'cancelled' || event.tickets_remaining === null) return null;
  const words = event.all_reserved ? 'All reserved' : describeTicketsLeft(event.tickets_remaining, event);
  return <p className="text-ink-soft">{words}</p>;
}

function describeTicketsLeft(count: number, { price, max_attendees }: FoyerEvent): string {
  if (count === 0) return 'Sold out';
  if (!isFree(price)) return formatCount(count, 'ticket remaining', 'tickets remaining');
  // While nobody has registered, the room of the place says the same.
  return count === max_attendees ? '' : formatCount(count, 'place left', 'places left');
}

function TicketPurchase({ event, asOf, user, action, ...rest }: PurchaseProps) {
  const { status } = useSession();
  // The minimum height leaves room for most states, so that nothing moves when the user's registration has loaded.
  // Only a held seat needs more room, and an event that has ended needs none. The button stands at the foot of this room.
  // On a phone it is in the bar at the bottom.
  return (
    <div
      id={ticketPurchase}
      tabIndex={-1}
      className={classes(
        'mt-4 flex flex-col justify-between gap-3 outline-none',
        !event.is_past && 'min-h-14 lg:min-h-29',
      )}
    >
      {status !== 'in' && <VisitorPurchase event={event} asOf={asOf} />}
      {status === 'unknown' && <PurchaseSkeleton />}
      {status === 'in' &&
        (user && action ? (
          <SignedInPurchase event={event} user={user} action={action} {...rest} />
        ) : (
          <PurchaseSkeleton />
        ))}
    </div>
  );
}

function PurchaseSkeleton() {
  return (
    <output data-for="in" className="flex flex-1 flex-col justify-between gap-3">
      <span className="sr-only">Checking...</span>
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-13 rounded-full max-lg:hidden" />
    </output>
  );
}

function SignedInPurchase({
  event,
  action,
  moneyBack,
  user,
  unpaidOrder,
}: Pick<PurchaseProps, 'event' | 'moneyBack' | 'unpaidOrder'> & { action: EventAction; user: SessionUser }) {
  const { registration } = useMyRegistration(event.id);
  const width = startsSale(action) ? 'max-lg:hidden' : 'w-full';
  const button = (
    <EventActionButton
      eventId={event.id}
      action={action}
      user={user}
      unpaidOrder={unpaidOrder}
      size="lg"
      className={width}
      fallback={<Skeleton className={`h-13 rounded-full ${width}`} />}
    />
  );
  return (
    <>
      <p>
        {explainAction(action, event)} {moneyBack}
        {(action === 'registered' || action === 'purchased') && (
          <Link to={paths.profile} className="font-semibold underline underline-offset-4">
            Show my ticket
          </Link>
        )}
      </p>
      {action === 'complete' && unpaidOrder === null ? (
        <HeldSeat hold={registration} renderFailure={() => button}>
          {button}
        </HeldSeat>
      ) : (
        button
      )}
    </>
  );
}

function VisitorPurchase({ event, asOf }: { event: FoyerEvent; asOf: number }) {
  const action = decideEventAction(event, null, asOf);
  return (
    <div data-for="out" className="flex flex-1 flex-col justify-between gap-3">
      <p>{explainToVisitor(action, event)}</p>
      {isOpen(action) ? (
        <LogInLink event={event} action={action} className="max-lg:hidden" />
      ) : (
        <Button variant="closed" size="lg" closed className="w-full">
          {actionLabels[action]}
        </Button>
      )}
    </div>
  );
}

const explanations: Record<Exclude<EventAction, 'closed'>, string> = {
  checking: '',
  cancelled: 'This event has been cancelled.',
  ended: 'This event has already ended.',
  started: 'This event has already started.',
  'sold-out': 'Every place is taken.',
  'all-reserved': 'Some people are still paying. Look again in a few minutes: places may become free.',
  paused: 'The organiser has stopped the sale for now. Try again later.',
  register: 'Register to attend this event.',
  registered: 'You are registered for this event.',
  buy: 'Purchase your ticket to attend this event.',
  complete: 'You are registered for this event. Complete your purchase to receive your ticket.',
  purchased: 'You have already purchased a ticket for this event.',
};

function explainAction(action: EventAction, event: FoyerEvent): string {
  return action === 'closed'
    ? `Ticket sales are not available while the event is in ${event.status} status.`
    : explanations[action];
}

function explainToVisitor(action: EventAction, event: FoyerEvent): string {
  if (action === 'buy') return 'You must be logged in to purchase tickets';
  return action === 'register'
    ? 'No account needed: continue as a guest, and we email you the ticket.'
    : explainAction(action, event);
}
