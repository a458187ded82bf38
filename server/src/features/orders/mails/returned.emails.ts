import {
  button,
  composeMail,
  facts,
  opening,
  orderAddress,
  paragraph,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinks, breakLinksIn } from '../../../mail/words.ts';
import { describeEvent, explainOrder, type SentOrder } from './tickets.emails.ts';

interface Returned {
  by: 'buyer' | 'administrator';
  isPaid: boolean;
  types: readonly { type_name: string; count: number }[];
}

export function renderReturnedMail(sent: SentOrder, { by, isPaid, types }: Returned, site: Site): Message {
  const order = breakLinksIn(sent, ['event_title', 'location', 'team_name']);
  const count = types.reduce((sum, type) => sum + type.count, 0);
  const isOne = count === 1;
  const who = by === 'buyer' ? 'You have' : 'An administrator of this website has';
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
      facts([
        ...describeEvent(order, site),
        {
          label: isOne ? 'Cancelled ticket' : 'Cancelled tickets',
          value: types.map((type) => `${type.count} × ${breakLinks(type.type_name)}`).join(', '),
        },
      ]),
      paragraph(
        `${isOne ? 'This ticket is' : 'These tickets are'} no longer valid, and other people can have the ${isOne ? 'place' : 'places'}. ${isPaid ? 'No money is left to go back.' : 'You have not paid, so no money goes back.'} If you did not expect this, write to the organisers.`,
      ),
      button('View your order', orderAddress(site.publicUrl, order)),
    ],
  });
}
