import type { ShownTicket } from './door.api.ts';
import { describeTypesOf } from './door-words.ts';

interface TicketOriginProps {
  ticket: ShownTicket;
  /** All tickets that were checked in together. Undefined if only one ticket was checked in. */
  group?: readonly ShownTicket[];
  className?: string;
}

/** The ticket types and the order of a ticket or of a group, in one line, or in two on a phone. */
export function TicketOrigin({ ticket, group = [], className }: TicketOriginProps) {
  return (
    <p className={className}>
      <span className="wrap-anywhere">{group.length > 1 ? describeTypesOf(group) : ticket.type_name}</span>
      <span className="max-sm:hidden"> · </span>
      <span className="whitespace-nowrap max-sm:block">
        Order <span className="font-mono">{ticket.order_number}</span>
      </span>
    </p>
  );
}
