import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { EventViewer } from '../../events/page/event-view.tsx';
import { listLines } from '../order-lines.ts';
import { OrderPapers } from '../order/order-papers.tsx';
import { OrderSummary } from '../order-summary.tsx';
import type { Order } from '../orders.api.ts';
import { TotalAfterRefunds } from '../total-after-refunds.tsx';
import { countLeft, listRefundable } from './refund-amounts.ts';
import { RefundDialog } from './refund-form.tsx';
import { SoldRefunds } from './sold-refunds.tsx';
import { SoldTickets } from './sold-tickets.tsx';
import { soldStates } from './sold-words.ts';

export interface SoldOrderViewProps {
  order: Order;
  viewer: EventViewer;
  eventId: number;
}

export function SoldOrderView({ order, viewer, eventId }: SoldOrderViewProps) {
  const { timeZone } = useSite();
  const { word, tone } = soldStates[order.status];
  return (
    <article>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="font-mono text-ink-soft">{order.number}</span>
      </p>
      <h1 className="mt-3 text-4xl font-semibold wrap-anywhere sm:text-5xl">
        {order.buyer_name ?? 'Deleted account'}
      </h1>
      <p className="mt-2 text-lg text-ink-soft">
        {order.buyer_email !== null && (
          <>
            <a href={`mailto:${order.buyer_email}`} className="wrap-anywhere underline underline-offset-4">
              {order.buyer_email}
            </a>
            {' · '}
          </>
        )}
        Ordered on {formatDate(order.placed_at, timeZone)}, {formatTime(order.placed_at, timeZone)}
      </p>
      <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.65fr)_minmax(20rem,1fr)] lg:gap-12">
        <SoldTickets order={order} mayCancel={viewer.can_issue} />
        <Card className="grid gap-4 p-5 sm:p-7">
          <h2 className="text-2xl font-semibold">Money</h2>
          <OrderSummary
            lines={listLines(order.tickets)}
            discount={order.discount}
            total={order.total}
            promoCode={order.promo_code}
          />
          <SoldRefunds refunds={order.refunds} />
          <TotalAfterRefunds order={order} />
          <RefundButton order={order} viewer={viewer} eventId={eventId} />
          <OrderPapers order={order} address={{ number: order.number }} isForTeam />
        </Card>
      </div>
    </article>
  );
}

/** The button that opens the refund, or the reason why this viewer cannot refund. */
function RefundButton({ order, viewer, eventId }: SoldOrderViewProps) {
  const [isOpen, setOpen] = useState(false);
  const left = countLeft(order);
  const isPaid = order.total > 0 && order.status !== 'held' && order.status !== 'expired';
  if (!isPaid || listRefundable(order).length === 0) return null;
  return (
    <div className="border-t border-line pt-4">
      <p className="flex justify-between gap-4">
        <span className="text-ink-soft">Can still be refunded</span>
        <span className="tabular-nums">{formatMoney(left / 100)}</span>
      </p>
      {viewer.can_refund ? (
        <Button variant="danger" className="mt-4 w-full" onClick={() => setOpen(true)}>
          <Banknote size={18} aria-hidden />
          {left > 0 ? 'Refund' : 'End tickets'}
        </Button>
      ) : (
        <p className="mt-2 text-[0.9375rem] text-ink-soft">Team admins give refunds and end tickets.</p>
      )}
      {isOpen && <RefundDialog order={order} eventId={eventId} onClose={() => setOpen(false)} />}
    </div>
  );
}
