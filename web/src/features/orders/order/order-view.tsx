import { formatLongDate, formatTimeRange } from '../../../format/dates.ts';
import { formatDoors } from '../../tickets/event-words.ts';
import { type SessionUser, useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { EventImage } from '../../events/event-image.tsx';
import { HeldOrder } from '../hold/held-order.tsx';
import { useSecondsLeft } from '../hold/use-seconds-left.ts';
import { findKnownOrder } from '../../payments/known-orders.ts';
import { isOwnTicket, listLines } from '../order-lines.ts';
import { OrderSummary } from '../order-summary.tsx';
import { EventLink, OrderedEvent, type OrderedEventProps } from '../ordered-event.tsx';
import { ClaimOrders } from '../mine/claim-orders.tsx';
import type { Order, OrderAddress } from '../orders.api.ts';
import { VerifyNotice } from '../../users/verify-notice.tsx';
import { TotalAfterRefunds } from '../total-after-refunds.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { CancelTerms } from './cancel-terms.tsx';
import { orderHeading } from './order-focus.ts';
import { describeOrder, wasNeverPaid } from './order-words.ts';
import { OrderRefunds } from './order-refunds.tsx';
import { OrderPapers } from './order-papers.tsx';
import { OrderTickets } from './order-tickets.tsx';
import type { PaymentArrival } from './use-payment-arrival.ts';

export interface OrderViewProps {
  order: Order;
  address: OrderAddress;
  /** Whether the buyer comes from the payment page, and the page waits for the payment. */
  arrival: PaymentArrival;
  /** When the order was read, in milliseconds since 1970. */
  asOf: number;
}

export function OrderView({ order, address, arrival, asOf }: OrderViewProps) {
  const isArriving = arrival === 'checking';
  const left = useSecondsLeft(order.hold_expires_at);
  const isTimeUp = order.status === 'held' && left === 0;
  const { title, text, badge, tone } = describeOrder(order, arrival, isTimeUp);
  const isOver = order.status === 'cancelled' || order.status === 'expired';
  const hasTickets = order.status === 'confirmed' && order.tickets.some(isOwnTicket);
  const eventKey = findKnownOrder(order.number)?.eventKey;
  const event = (
    <OrderedEvent
      event={order.event}
      eventKey={eventKey}
      isComing={order.status === 'confirmed'}
      hasPicture={!hasTickets}
      isBrief={!isOver}
    />
  );
  const brief = <EventInBrief event={order.event} eventKey={eventKey} hasTickets={hasTickets} />;
  return (
    <article className="page-width py-8 sm:py-12">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{badge}</Badge>
        <span className="text-ink-soft">Order {order.number}</span>
      </p>
      {/* Screen readers hear when a payment has arrived. */}
      <output className="block">
        <h1 id={orderHeading} tabIndex={-1} className="mt-4 text-4xl font-semibold outline-none sm:text-5xl">
          {title}
        </h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft wrap-anywhere">{text}</p>
        {isArriving && (
          <span className="mt-4 block text-spot">
            <Spinner size={32} />
          </span>
        )}
      </output>
      {order.tickets.some(({ undelivered }) => undelivered) && (
        <p className="mt-5 max-w-prose rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          The email with a ticket that you gave away could not be delivered. You will find that ticket below.
        </p>
      )}
      {!isArriving && (isOver || isTimeUp) && (
        <p className="mt-6 empty:hidden">
          <SeeEvent event={order.event} eventKey={eventKey} />
        </p>
      )}
      {hasTickets ? (
        <p className="mt-3 font-display text-xl leading-tight font-semibold wrap-anywhere lg:hidden">
          <EventLink event={order.event} eventKey={eventKey}>
            {order.event.title}
          </EventLink>
        </p>
      ) : (
        !isOver && brief
      )}
      <ClaimByLink order={order} address={address} />
      <div className="mt-5 grid items-start gap-9 sm:mt-8 lg:grid-cols-[minmax(0,1.65fr)_minmax(20rem,1fr)] lg:gap-12">
        <div className="grid gap-8">
          {order.status === 'held' && !isArriving && <HeldOrder order={order} address={address} />}
          <OrderTickets order={order} address={address} asOf={asOf} />
          <VerifyAddress order={order} address={address} />
          {/* On a phone, the QR code must be in view, so all but the title of the event comes after it. */}
          {hasTickets && brief}
          {isOver && event}
        </div>
        <aside aria-label="About this order" className="grid gap-6">
          {!isOver && event}
          {order.status !== 'held' && (
            <Card className="grid gap-4 p-5 sm:p-7">
              <h2 className="text-2xl font-semibold">Your order</h2>
              <OrderSummary
                lines={listLines(order.tickets)}
                discount={order.discount}
                total={order.total}
                promoCode={order.promo_code}
              />
              <OrderRefunds refunds={order.refunds} />
              <TotalAfterRefunds order={order} />
              {wasNeverPaid(order, arrival) && <p>Nothing was charged.</p>}
              {order.buyer_name !== null && (
                <p className="text-[0.9375rem] text-ink-soft wrap-anywhere">
                  Ordered by {order.buyer_name}
                  {order.buyer_email !== null && `, ${order.buyer_email}`}
                </p>
              )}
              <OrderPapers order={order} address={address} />
              <div className="grid justify-items-start gap-1 border-t border-line pt-4 empty:hidden">
                <CancelTerms order={order} asOf={asOf} />
                <CancelOrder order={order} address={address} asOf={asOf} />
              </div>
            </Card>
          )}
          <MakeAccount order={order} />
        </aside>
      </div>
    </article>
  );
}

interface EventInBriefProps extends Pick<OrderedEventProps, 'event' | 'eventKey'> {
  /** Whether there are tickets. They show the picture, and the top of the page has the title. */
  hasTickets: boolean;
}

/** On wide screens, the whole description of the event is beside the tickets instead. */
function EventInBrief({ event, eventKey, hasTickets }: EventInBriefProps) {
  const { timeZone } = useSite();
  const doors = formatDoors(event.start_time, event.doors_minutes, timeZone);
  return (
    <div className={classes('flex items-start gap-4 lg:hidden', !hasTickets && 'mt-5')}>
      {!hasTickets && (
        <span className="mt-1 w-18 shrink-0 overflow-hidden rounded-lg">
          <EventImage
            url={event.event_img_url}
            category={event.category}
            aspect="aspect-square"
            sizes="72px"
            nameless
          />
        </span>
      )}
      <p className="min-w-0 wrap-anywhere">
        {!hasTickets && (
          <span className="mb-1 block font-display text-2xl leading-tight font-semibold text-balance">
            <EventLink event={event} eventKey={eventKey}>
              {event.title}
            </EventLink>
          </span>
        )}
        <span className="block text-ink-soft">
          <span className="inline-block">{formatLongDate(event.start_time, timeZone)},</span>{' '}
          <span className="inline-block">{formatTimeRange(event.start_time, event.end_time, timeZone)}</span>
          {doors && <span className="block">{doors}</span>}
          {event.location !== null && <span className="block">{event.location}</span>}
          {event.team_name !== null && <span className="block">Hosted by {event.team_name}</span>}
        </span>
        {event.status === 'cancelled' && (
          <Badge tone="bad" className="mt-2">
            Event cancelled
          </Badge>
        )}
      </p>
    </div>
  );
}

/** A private event's page opens only with its key. */
function SeeEvent({ event, eventKey }: Pick<OrderedEventProps, 'event' | 'eventKey'>) {
  if (!event.is_public && eventKey === undefined) return null;
  return (
    <Link
      to={paths.event}
      params={eventParams({ ...event, key: eventKey })}
      search={{ key: eventKey }}
      className={buttonStyle('primary', 'lg')}
    >
      See the event
    </Link>
  );
}

function isBuyer({ buyer_email: email }: Order, user: SessionUser): boolean {
  return email?.toLowerCase() === user.email.toLowerCase();
}

/** Offers the guest orders of this address to a user who opened one of them by its link. */
function ClaimByLink({ order, address }: Pick<OrderViewProps, 'order' | 'address'>) {
  const { user } = useSession();
  if (!user || address.key === undefined || !isBuyer(order, user)) return null;
  return <ClaimOrders userId={user.id} className="mt-8" />;
}

/** News of the event reaches the account that bought it only at a verified address. */
function VerifyAddress({ order, address }: Pick<OrderViewProps, 'order' | 'address'>) {
  const { user } = useSession();
  if (!user || address.key !== undefined || order.status !== 'confirmed' || !isBuyer(order, user))
    return null;
  return <VerifyNotice user={user} />;
}

/** Offers guests an account after they have bought their tickets. */
function MakeAccount({ order }: { order: Order }) {
  const { status } = useSession();
  if (status !== 'out' || order.status !== 'confirmed') return null;
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-xl font-semibold">Keep all your tickets in one place</h2>
      <p className="mt-2 mb-4 text-ink-soft">
        Make an account with the address of this order. It takes a minute.
      </p>
      <Link
        to={paths.signUp}
        search={{ next: `/orders/${order.number}` }}
        className={buttonStyle('secondary')}
      >
        Make an account
      </Link>
    </Card>
  );
}
