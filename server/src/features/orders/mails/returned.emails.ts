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
import { breakLinks, breakLinksIn, writeName } from '../../../mail/words.ts';
import { describeEvent, explainOrder, type SentOrder } from './tickets.emails.ts';
import type { Canceller } from './tickets.jobs.ts';
import type { EndedTicket } from './tickets.queries.ts';

interface Returned {
  by: Canceller;
  isPaid: boolean;
  count: number;
  /** Leaves out tickets that were deleted meanwhile. */
  types: readonly { type_name: string; count: number }[];
}

const cancellers: Record<Exclude<Canceller, 'buyer'>, string> = {
  administrator: 'An administrator of this website has',
  team: 'The organisers have',
};

export function renderReturnedMail(
  sent: SentOrder,
  { by, isPaid, count, types }: Returned,
  site: Site,
): Message {
  const order = breakLinksIn(sent, ['event_title', 'location', 'team_name']);
  const isOne = count === 1;
  const who = by === 'buyer' ? 'You have' : cancellers[by];
  return composeMail({
    to: order.email,
    subject: `${isOne ? 'Your ticket was' : `${count} of your tickets were`} cancelled: ${order.event_title}`,
    preview: `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid.`,
    site,
    ...explainOrder(order, site),
    parts: [
      opening(
        order.buyer_name,
        `${who} cancelled ${isOne ? 'a ticket' : `${count} tickets`} of your order ${order.number}.`,
      ),
      title(order.event_title),
      facts([...describeEvent(order, site), ...describeTypes(types, isOne)]),
      paragraph(
        `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid, and other people can have the ${isOne ? 'place' : 'places'}. ${describeMoney(order, isPaid, isOne)}If you did not expect this, write to the organisers.`,
      ),
      button('View your order', orderAddress(site.publicUrl, order)),
    ],
  });
}

/** Writes names so that they are not links. Otherwise the buyer could mail links to strangers. */
export function renderFormerAttendeeMail(
  sent: EndedTicket & { email: string },
  { by, count, types }: Omit<Returned, 'isPaid'>,
  site: Site,
): Message {
  const ticket = breakLinksIn(sent, ['event_title', 'location', 'team_name']);
  const isOne = count === 1;
  const buyer = ticket.buyer_name === null ? 'Somebody' : writeName(ticket.buyer_name);
  const who = by === 'buyer' ? `${buyer} has` : cancellers[by];
  return composeMail({
    to: ticket.email,
    subject: `Your ${isOne ? 'ticket was' : 'tickets were'} cancelled: ${ticket.event_title}`,
    preview: `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid.`,
    site,
    because: `You are receiving this email because ${buyer} ordered ${isOne ? 'this ticket' : 'these tickets'} for you.`,
    stopping: stopUnasked(site, ticket),
    parts: [
      opening(ticket.attendee_name, `${who} cancelled your ${isOne ? 'ticket' : 'tickets'} for this event.`),
      title(ticket.event_title),
      facts([...describeEvent(ticket, site), ...describeTypes(types, isOne)]),
      paragraph(
        `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid. If you did not expect this, ask ${by === 'buyer' ? `${buyer} or the organisers` : 'the organisers'}.`,
      ),
    ],
  });
}

function describeMoney({ total_pence }: SentOrder, isPaid: boolean, isOne: boolean): string {
  if (isPaid) return 'No money is left to go back. ';
  if (total_pence === 0) return '';
  return `You have not paid for ${isOne ? 'this ticket' : 'these tickets'}, so no money goes back. `;
}

function describeTypes(types: Returned['types'], isOne: boolean) {
  if (types.length === 0) return [];
  const value = types.map(({ count, type_name }) => `${count} × ${breakLinks(type_name)}`).join(', ');
  return [{ label: isOne ? 'Cancelled ticket' : 'Cancelled tickets', value }];
}
