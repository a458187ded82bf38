import { formatPrice } from '../../format/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { inTicketRow, TicketStub } from '../../ui/ticket-stub.tsx';
import { useCheckout } from '../payments/use-checkout.ts';
import { TicketFace } from '../tickets/ticket-face.tsx';
import { OpenOrder } from '../events/choice/open-order.tsx';
import { HeldSeat } from '../registrations/held-seat.tsx';
import type { MyRegistration } from '../registrations/registrations.api.ts';
import { stateTones } from '../tickets/state-tones.ts';

export function HoldCard({ hold }: { hold: MyRegistration }) {
  const checkout = useCheckout(hold.event_id);
  return (
    <TicketStub
      className={inTicketRow}
      stub={
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={stateTones.unpaid}>Not paid yet</Badge>
            <span className="font-semibold">{formatPrice(hold.total)}</span>
          </p>
          <div className="mt-2 grid gap-3">
            {hold.order_number === null ? (
              <HeldSeat hold={hold}>
                <Button size="lg" busy={checkout.isPending} onClick={checkout.press}>
                  Complete Purchase
                </Button>
              </HeldSeat>
            ) : (
              <OpenOrder number={hold.order_number} until={hold.hold_expires_at} />
            )}
          </div>
        </>
      }
    >
      <TicketFace {...hold} location={hold.event_location} />
    </TicketStub>
  );
}
