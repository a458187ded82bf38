import { type ReactNode, useRef } from 'react';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { formatPrice } from '../../../format/money.ts';
import { paths } from '../../../paths.ts';
import { BottomBar } from '../../../ui/bottom-bar.tsx';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Stepper } from '../../../ui/forms/stepper.tsx';
import { TicketStub } from '../../../ui/ticket-stub.tsx';
import type { FoyerEvent } from '../events.api.ts';
import type { Offer } from './events.choice.api.ts';
import { BarPrice } from './bar-price.tsx';
import { CancelRule } from './cancel-rule.tsx';
import { KnownOrderLink } from './known-order-link.tsx';
import { OpenOrderLink, OpenOrderNote } from './open-order.tsx';
import { PromoCodeEntry } from './promo-code-entry.tsx';
import {
  countTickets,
  describeChoice,
  describeClosedSale,
  describeState,
  findMost,
  stepQuantity,
  writeSum,
  writeTickets,
} from './ticket-choice.ts';
import type { OpenOrderFacts } from './use-own-open-order.ts';
import type { TicketChoice } from './use-ticket-choice.ts';

export interface ChoiceTicketProps {
  event: FoyerEvent;
  choice: TicketChoice;
  /** The buyer's own order that is not paid yet. */
  openOrder: OpenOrderFacts | null;
  hasTicket: boolean;
  /** When the event was read, in milliseconds since 1970. */
  asOf: number;
  /** The time and place of the event. */
  children: ReactNode;
}

/** Looks like a paper ticket, with one button for the whole choice. */
export function ChoiceTicket({ event, choice, openOrder, hasTicket, asOf, children }: ChoiceTicketProps) {
  const list = useRef<HTMLDivElement>(null);
  const showList = () => {
    list.current?.scrollIntoView({ block: 'center' });
    // A phone shows its keyboard when a number field gets the focus, and the keyboard would cover the list.
    const isPhone = matchMedia('(pointer: coarse)').matches;
    const first = isPhone ? 'li button:not([aria-disabled])' : 'li input';
    list.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
  };
  const button = <ChoiceButton event={event} choice={choice} openOrder={openOrder} onMissing={showList} />;
  const sum = choice.sum;
  const closed = describeClosedSale(choice.offers?.ticket_types ?? []);
  const hasSum = sum !== null && countTickets(choice.choice) > 0;
  return (
    <>
      <TicketStub
        stub={
          <div ref={list}>
            <h2 className="font-display text-2xl font-semibold">Tickets</h2>
            <ul aria-label="Ticket types" className="mt-2 divide-y divide-line empty:hidden">
              {choice.offers?.ticket_types.map((offer) => (
                <OfferRow
                  key={offer.id}
                  offer={offer}
                  isHolder={openOrder !== null}
                  quantity={choice.choice[offer.id] ?? 0}
                  onChange={(quantity) => choice.setQuantity(offer.id, quantity)}
                />
              ))}
            </ul>
            <PromoCodeEntry choice={choice} />
            {hasSum && sum.discountPence > 0 && (
              <p className="mt-3 flex justify-between text-good">
                <span>Discount</span>
                <span>−{writeSum(sum.discountPence)}</span>
              </p>
            )}
            <div className="mt-4 grid gap-4">
              <CancelRule event={event} asOf={asOf} />
              <div className="hidden lg:grid">{button}</div>
            </div>
            {/* These load after the page, so they stand below everything that a buyer may press meanwhile. */}
            {hasTicket && (
              <p className="mt-3">
                You have a ticket for this event.{' '}
                <Link to={paths.profile} className="font-semibold underline underline-offset-4">
                  Show my ticket
                </Link>
              </p>
            )}
            {openOrder ? <OpenOrderNote {...openOrder} /> : <KnownOrderLink eventId={event.id} />}
          </div>
        }
      >
        {children}
      </TicketStub>
      <BottomBar>
        {!hasSum && closed === null && <BarPrice event={event} />}
        <div className="grid flex-1 *:px-4">{button}</div>
      </BottomBar>
      <output className="sr-only">{hasSum && describeChoice(choice.choice, sum.totalPence)}</output>
    </>
  );
}

interface ChoiceButtonProps {
  event: FoyerEvent;
  choice: TicketChoice;
  openOrder: OpenOrderFacts | null;
  onMissing: () => void;
}

function ChoiceButton({
  event,
  choice: { offers, choice, sum, code },
  openOrder,
  onMissing,
}: ChoiceButtonProps) {
  const key = useEventKey();
  const closed = describeClosedSale(offers?.ticket_types ?? []);
  if (openOrder && (closed || countTickets(choice) === 0)) return <OpenOrderLink number={openOrder.number} />;
  if (closed) {
    return (
      <Button variant="closed" size="lg" closed>
        {closed}
      </Button>
    );
  }
  const words = describeChoice(choice, sum?.totalPence ?? 0);
  if (countTickets(choice) === 0) {
    return (
      <Button size="lg" onClick={onMissing}>
        {words}
      </Button>
    );
  }
  return (
    <Link
      to={paths.checkout}
      params={{ id: String(event.id) }}
      search={{ key, code, tickets: writeTickets(choice) }}
      className={buttonStyle('primary', 'lg')}
    >
      {words}
    </Link>
  );
}

interface OfferRowProps {
  offer: Offer;
  /** Whether the buyer has an open order for this event. The order may hold the places that look taken. */
  isHolder: boolean;
  quantity: number;
  onChange: (quantity: number) => void;
}

function OfferRow({ offer, isHolder, quantity, onChange }: OfferRowProps) {
  const { timeZone } = useSite();
  const words = describeState(offer, timeZone);
  const isOnSale = offer.state === 'on_sale';
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-28">
          <h3 className={classes('text-lg font-semibold wrap-anywhere', !isOnSale && 'text-ink-soft')}>
            {offer.name}
          </h3>
          <OfferPrice offer={offer} />
        </div>
        {isOnSale && (
          <Stepper
            label={`${offer.name} tickets`}
            value={quantity}
            most={findMost(offer)}
            onStep={(step) => onChange(stepQuantity(offer, quantity, step))}
            onType={onChange}
          />
        )}
      </div>
      {offer.description && (
        <p className="mt-1 text-[0.9375rem] leading-snug whitespace-pre-line text-ink-soft wrap-anywhere">
          {offer.description}
        </p>
      )}
      <p className="text-[0.9375rem]">
        {words && (
          <span className={words.tone === 'warn' ? 'font-semibold text-warn' : 'font-semibold text-ink-soft'}>
            {words.text}
          </span>
        )}
        {offer.state === 'all_reserved' && (
          // The buyer's own order loads late, so this line keeps its room. Otherwise the other types would move.
          <span className={classes('block leading-snug text-ink-soft', isHolder && 'invisible')}>
            Some places are not paid for yet. Look again in a few minutes.
          </span>
        )}
        {offer.state === 'paused' && (
          <span className="block leading-snug text-ink-soft">
            The organiser may sell more tickets. Look again later.
          </span>
        )}
        {isOnSale && offer.min_per_order > 1 && (
          <span className="block text-ink-soft">At least {offer.min_per_order} per order</span>
        )}
      </p>
    </li>
  );
}

function OfferPrice({ offer: { price, price_with_code: reduced } }: { offer: Offer }) {
  if (reduced === undefined || reduced === price) return <p>{formatPrice(price)}</p>;
  return (
    <p>
      <span className="sr-only">Instead of </span>
      <s className="text-ink-faint">{formatPrice(price)}</s> <span className="sr-only">you pay </span>
      <span className="font-semibold text-good">{formatPrice(reduced)}</span>
    </p>
  );
}
