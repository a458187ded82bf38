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
  types: readonly { type_name: string; count: number }[];
}

const cancellers: Record<Exclude<Canceller, 'buyer'>, string> = {
  administrator: 'An administrator of this website has',
  team: 'The organisers have',
};

export function renderReturnedMail(sent: SentOrder, { by, isPaid, types }: Returned, site: Site): Message {
  const order = breakLinksIn(sent, ['event_title', 'location', 'team_name']);
  const count = countTickets(types);
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
      facts([...describeEvent(order, site), describeTypes(types)]),
      paragraph(
        `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid, and other people can have the ${isOne ? 'place' : 'places'}. ${describeMoney(isPaid, isOne)} If you did not expect this, write to the organisers.`,
      ),
      button('View your order', orderAddress(site.publicUrl, order)),
    ],
  });
}

/** Writes names so that they are not links. Otherwise the buyer could mail links to strangers. */
export function renderFormerAttendeeMail(
  sent: EndedTicket & { email: string },
  { by, types }: Pick<Returned, 'by' | 'types'>,
  site: Site,
): Message {
  const ticket = breakLinksIn(sent, ['event_title', 'location', 'team_name']);
  const isOne = countTickets(types) === 1;
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
      facts([...describeEvent(ticket, site), describeTypes(types)]),
      paragraph(
        `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid. If you did not expect this, ask ${by === 'buyer' ? `${buyer} or the organisers` : 'the organisers'}.`,
      ),
    ],
  });
}

function describeMoney(isPaid: boolean, isOne: boolean): string {
  if (isPaid) return 'No money is left to go back.';
  return `You have not paid for ${isOne ? 'this ticket' : 'these tickets'}, so no money goes back.`;
}

function countTickets(types: Returned['types']): number {
  return types.reduce((sum, { count }) => sum + count, 0);
}

function describeTypes(types: Returned['types']) {
  return {
    label: countTickets(types) === 1 ? 'Cancelled ticket' : 'Cancelled tickets',
    value: types.map(({ count, type_name }) => `${count} × ${breakLinks(type_name)}`).join(', '),
  };
}
