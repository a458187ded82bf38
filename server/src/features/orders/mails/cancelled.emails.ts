import {
  button,
  composeMail,
  facts,
  opening,
  paragraph,
  stopUnasked,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn } from '../../../mail/words.ts';
import { describeEvent } from './tickets.emails.ts';
import type { EndedTicket } from './tickets.queries.ts';

type LostTicket = EndedTicket & {
  email: string;
  /** The link that opens the ticket for its new holder. */
  holderLink: string | null;
};

/** Tells the new holder of a ticket that the ticket has ended. The buyer gets other mails. */
export function renderCancelledMail(sent: LostTicket, site: Site): Message {
  const ticket = breakLinksIn(sent, ['event_title', 'location', 'team_name', 'type_name']);
  return composeMail({
    to: ticket.email,
    subject: `Your ticket was cancelled: ${ticket.event_title}`,
    preview: 'This ticket is no longer valid.',
    site,
    stopping: stopUnasked(site, ticket),
    because: 'You are receiving this email because you had a ticket for this event.',
    parts: [
      opening(ticket.attendee_name, 'The organisers have cancelled your ticket for this event.'),
      title(ticket.event_title),
      facts([
        ...describeEvent(ticket, site),
        ...(ticket.type_name === null ? [] : [{ label: 'Ticket', value: ticket.type_name }]),
      ]),
      paragraph(
        `This ticket is no longer valid, and its place is free for somebody else. ${describeMoney(ticket)}You do not need to do anything.`,
      ),
      ticket.holderLink === null ? null : button('View your ticket', ticket.holderLink),
    ],
  });
}

function describeMoney({ is_refunded, price_pence }: EndedTicket): string {
  const isPaid = is_refunded && price_pence !== null && price_pence > 0;
  return isPaid ? 'The money goes back to the person who paid for it. ' : '';
}
