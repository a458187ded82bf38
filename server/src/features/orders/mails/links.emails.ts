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
import { breakLinksIn } from '../../../mail/words.ts';
import { describeEvent, explainOrder, type SentOrder } from './tickets.emails.ts';

export function renderNewLinkMail(sent: SentOrder, site: Site): Message {
  const order = breakLinksIn(sent, ['event_title', 'location', 'team_name']);
  return composeMail({
    to: order.email,
    subject: `A new link to your order: ${order.event_title}`,
    preview: 'Links in earlier mails no longer open this order.',
    site,
    ...explainOrder(order, site),
    parts: [
      opening(order.buyer_name, `Here is the new link to your order ${order.number}.`),
      title(order.event_title),
      facts(describeEvent(order, site)),
      paragraph(
        `Links to this order in earlier mails no longer work. Your tickets and their codes stay the same. ${explainLink(order)}`,
      ),
      button('Open your order', orderAddress(site.publicUrl, order)),
    ],
  });
}

function explainLink({ key }: SentOrder): string {
  return key === null
    ? 'The link opens your order when you are logged in.'
    : 'Do not pass the link on, because it opens your order without a password.';
}
