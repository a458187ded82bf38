import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { listLines } from '../order-lines.ts';
import { OrderSummary } from '../order-summary.tsx';
import type { Order, OrderAddress } from '../orders.api.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { useHold } from './use-hold.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';

const ConfirmDialog = lazyPart(
  async () => (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

export interface HeldOrderProps {
  order: Order;
  address: OrderAddress;
  /** More actions for the buyer, such as choosing other tickets. */
  children?: ReactNode;
}

export function HeldOrder({ order, address, children }: HeldOrderProps) {
  const { pay, moreTime, giveBack, refresh } = useHold(address);
  const [asking, setAsking] = useState(false);
  const left = useSecondsLeft(order.hold_expires_at);
  const isOver = left === 0;
  // Buttons that no longer work disappear, but one that the keyboard is on stays, so that the focus does not get lost.
  const whenOver = isOver ? 'not-focus-visible:hidden' : undefined;
  const held = order.tickets.filter(({ status }) => status === 'held');
  return (
    <Card className="grid gap-5 p-5 sm:p-7">
      {order.hold_expires_at !== null && (
        <HoldCountdown left={left} onOver={() => void refresh()}>
          {order.may_extend && (
            <Button
              variant="secondary"
              busy={moreTime.isPending}
              onClick={() => moreTime.mutate()}
              className="justify-self-start"
            >
              I need more time
            </Button>
          )}
        </HoldCountdown>
      )}
      <OrderSummary
        lines={listLines(held)}
        discount={order.discount}
        total={order.total}
        promoCode={order.promo_code}
      />
      <Button
        size="lg"
        variant={isOver ? 'closed' : 'primary'}
        closed={isOver}
        className={whenOver}
        busy={pay.isPending}
        onClick={() => pay.mutate()}
      >
        {pay.isPending ? 'Opening the payment page' : `Pay ${formatMoney(order.total)}`}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-3 gap-y-1">
        {children}
        <Button
          variant={isOver ? 'closed' : 'quiet'}
          closed={isOver}
          className={whenOver}
          onClick={() => setAsking(true)}
        >
          Give the places back
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Give the places back?"
          description="Your order ends, and other people can buy these tickets at once."
          cancelLabel="Keep my order"
          confirmLabel="Give the places back"
          busy={giveBack.isPending}
          onConfirm={() => giveBack.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </Card>
  );
}
