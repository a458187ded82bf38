import { useSite } from '../../layout/use-site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TicketStub } from '../../ui/ticket-stub.tsx';
import { formatPrice, formatTime } from '../events/event-format.ts';
import { useCheckout } from '../payments/use-checkout.ts';
import { ticketHeight } from '../tickets/ticket-card.tsx';
import { TicketFace } from '../tickets/ticket-face.tsx';
import type { MyRegistration } from './registrations.api.ts';

/** A ticket in waiting: the seat is kept, the payment is open. */
export function HoldCard({ hold }: { hold: MyRegistration }) {
  const { timeZone } = useSite();
  const checkout = useCheckout(hold.event_id);
  return (
    <TicketStub
      className={ticketHeight}
      stub={
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="warn">Not paid yet</Badge>
            <span className="font-semibold">{formatPrice(hold.price)}</span>
          </p>
          <p className="mt-2 text-ink-soft">
            {hold.hold_expires_at
              ? `Your place is kept until ${formatTime(hold.hold_expires_at, timeZone)}.`
              : 'Your place is kept.'}
          </p>
          <Button
            size="lg"
            className="mt-4 w-full"
            busy={checkout.isPending}
            onClick={() => checkout.mutate()}
          >
            Complete Purchase
          </Button>
        </>
      }
    >
      <TicketFace {...hold} location={hold.event_location} />
    </TicketStub>
  );
}
