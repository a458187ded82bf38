import {
  button,
  composeMail,
  facts,
  opening,
  orderAddress,
  paragraph,
  stopUnasked,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn } from '../../../mail/words.ts';
import { describeEvent, explainOrder, type SentOrder } from './tickets.emails.ts';

type CancelledTicket = SentOrder & {
  /** Null if the ticket was deleted. */
  type_name: string | null;
  ticket_status: string | null;
  isHolder: boolean;
  /** The link that opens the ticket for its new holder. */
  holderLink: string | null;
};

export function renderCancelledMail(sent: CancelledTicket, name: string | null, site: Site): Message {
  const ticket = breakLinksIn(sent, ['event_title', 'location', 'team_name', 'type_name']);
  return composeMail({
    to: ticket.email,
    subject: `Your ticket was cancelled: ${ticket.event_title}`,
    preview: 'This ticket is no longer valid.',
    site,
    stopping: ticket.isHolder ? stopUnasked(site, ticket) : explainOrder(ticket, site).stopping,
    because: 'You are receiving this email because you had a ticket for this event.',
    parts: [
      opening(name, 'The organisers have cancelled your ticket for this event.'),
      title(ticket.event_title),
      facts([
        ...describeEvent(ticket, site),
        ...(ticket.type_name === null ? [] : [{ label: 'Ticket', value: ticket.type_name }]),
      ]),
      paragraph(
        `This ticket is no longer valid, and its place is free for somebody else. ${describeMoney(ticket)} You do not need to do anything.`,
      ),
      ticket.holderLink === null ? null : button('View your ticket', ticket.holderLink),
      ticket.isHolder ? null : button('View your order', orderAddress(site.publicUrl, ticket)),
    ],
  });
}

function describeMoney({ ticket_status }: CancelledTicket): string {
  return ticket_status === 'refunded'
    ? 'The money goes back to the person who paid for it.'
    : 'Nobody paid for it.';
}
