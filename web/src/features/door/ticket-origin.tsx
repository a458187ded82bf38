import type { Ticket } from '../tickets/tickets.api.ts';

/** The ticket type and the order of a ticket, in one line. */
export function TicketOrigin({ ticket, className }: { ticket: Ticket; className?: string }) {
  return (
    <p className={className}>
      <span className="wrap-anywhere">{ticket.type_name}</span>
      {' · '}
      <span className="whitespace-nowrap">
        Order <span className="font-mono">{ticket.order_number}</span>
      </span>
    </p>
  );
}
