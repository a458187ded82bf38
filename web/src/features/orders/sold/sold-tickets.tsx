import { formatDate } from '../../../format/dates.ts';
import { formatPrice } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge } from '../../../ui/badge.tsx';
import { listShown } from '../order-lines.ts';
import { describeTicket } from '../order/order-words.ts';
import type { Order, OrderedTicket } from '../orders.api.ts';
import { CancelTicket } from './cancel-ticket.tsx';
import { describeEntry } from './sold-words.ts';

interface SoldTicketsProps {
  order: Order;
  /** Whether the viewer may cancel tickets that cost nothing. A refund ends the tickets of a paid order. */
  mayCancel: boolean;
}

export function SoldTickets({ order, mayCancel }: SoldTicketsProps) {
  return (
    <section aria-labelledby="sold-tickets">
      <h2 id="sold-tickets" className="text-2xl font-semibold">
        Tickets
      </h2>
      <ul className="mt-4 divide-y divide-line rounded-2xl border border-line bg-raised">
        {listShown(order.tickets).map((ticket) => (
          <li key={ticket.id} className="px-5 py-4">
            <SoldTicket ticket={ticket} order={order} mayCancel={mayCancel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SoldTicket({ ticket, order, mayCancel }: SoldTicketsProps & { ticket: OrderedTicket }) {
  const { timeZone } = useSite();
  const { word, tone } = describeTicket(ticket, order.refunds);
  const name = ticket.attendee_name ?? order.buyer_name ?? 'Deleted account';
  const { id, place, status } = ticket;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="text-lg font-semibold wrap-anywhere">{name}</span>
        <CancelTicket
          ticket={{ id, name, number: order.number, eventId: order.event_id }}
          label={`Ticket ${place} of ${name}`}
          isAllowed={mayCancel && order.total === 0 && status === 'valid'}
        >
          <Badge tone={tone}>{word}</Badge>
        </CancelTicket>
      </div>
      <p className="flex justify-between gap-x-4 text-ink-soft">
        <span className="min-w-0 wrap-anywhere">
          {ticket.type_name}
          {ticket.attendee_email !== null && `, ${ticket.attendee_email}`}
        </span>
        <span className="tabular-nums">{formatPrice(ticket.price)}</span>
      </p>
      <p className="text-[0.9375rem] text-ink-soft">{describeEntry(ticket, timeZone)}</p>
      {ticket.transferred_at !== null && (
        <p className="text-[0.9375rem] text-ink-soft">
          Given by {order.buyer_name ?? 'the buyer'} on {formatDate(ticket.transferred_at, timeZone)}
        </p>
      )}
    </>
  );
}
