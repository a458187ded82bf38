import type { RefundReason } from '../../../db/order-tables.ts';
import {
  button,
  composeMail,
  eventAddress,
  facts,
  opening,
  orderAddress,
  paragraph,
  stopAsGuest,
  stopByDeletingAccount,
  title,
  type Site,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { formatPrice, formatWhen } from '../../../mail/words.ts';

interface Refund {
  /** Null for a guest. */
  user_id: number | null;
  email: string;
  buyer_name: string | null;
  event_title: string | null;
  ticket_count: number | null;
  amount_pence: number;
  paid_pence: number;
  reason: RefundReason;
  ends_tickets: boolean;
  /** Whether another payment bought tickets of the same order that are still valid. */
  has_other_tickets: boolean;
  order_number: string | null;
  /** The key with which a guest opens the order. This is null for buyers with an account. */
  orderKey: string | null;
}

export function renderRefundMail(refund: Refund, site: Site): Message {
  const amount = formatPrice(refund.amount_pence);
  const isWhole = refund.amount_pence === refund.paid_pence;
  const what = isWhole
    ? `The whole ${amount} goes`
    : `${amount} of the ${formatPrice(refund.paid_pence)} goes`;
  const promise = `${what} back to the card you paid with. Banks usually show it within 5 to 10 days.`;
  return composeMail({
    to: refund.email,
    preview: promise,
    site,
    because: 'You are receiving this email because you made this payment.',
    stopping: refund.user_id === null ? stopAsGuest(site, refund) : stopByDeletingAccount(site),
    ...(refund.reason === 'buyer_cancelled'
      ? describeCancellation(refund, { amount, promise }, site)
      : describeRefund(refund, { amount, promise, isWhole }, site)),
  });
}

function describeCancellation(
  refund: Refund,
  { amount, promise }: { amount: string; promise: string },
  site: Site,
) {
  const count = refund.ticket_count ?? 1;
  const tickets = count === 1 ? '1 ticket' : `${count} tickets`;
  const { order_number: number, orderKey: key } = refund;
  const words = `You cancelled ${tickets}, ${amount} goes back to your card`;
  return {
    subject: words,
    parts: [
      opening(refund.buyer_name, `You cancelled ${tickets} for ${nameEvent(refund)}.`),
      title(`${amount} goes back to your card`),
      paragraph(
        count === 1
          ? 'The ticket is no longer valid, and the seat is free for somebody else.'
          : 'The tickets are no longer valid, and the seats are free for others.',
      ),
      paragraph(promise),
      paragraph('If you did not do this, write to the organisers at once.'),
      number === null ? null : button('View your order', orderAddress(site.publicUrl, { number, key })),
    ],
  };
}

function describeRefund(
  refund: Refund,
  { amount, promise, isWhole }: { amount: string; promise: string; isWhole: boolean },
  site: Site,
) {
  const { order_number: number, orderKey: key } = refund;
  return {
    subject: isWhole ? `Your payment of ${amount} is on its way back` : `${amount} is on its way back to you`,
    parts: [
      opening(
        refund.buyer_name,
        isWhole ? 'We are refunding your payment.' : 'We are refunding part of your payment.',
      ),
      title(`${amount} is on its way back to you`),
      paragraph(explainRefund(refund, isWhole)),
      paragraph(promise),
      number === null || (refund.ends_tickets && key === null)
        ? button('See other events', `${site.publicUrl}/events`)
        : button('View your order', orderAddress(site.publicUrl, { number, key })),
    ],
  };
}

function nameEvent({ event_title }: Refund): string {
  return event_title ?? 'an event that no longer exists';
}

function explainRefund(refund: Refund, isWhole: boolean): string {
  const event = nameEvent(refund);
  if (refund.reason === 'event_cancelled')
    return `We are refunding your ticket, because ${event} has been cancelled and will not take place.`;
  if (refund.reason === 'no_seat' && refund.has_other_tickets)
    return `You had already paid for your order for ${event}, so this second payment goes back. Your tickets stay valid.`;
  if (refund.reason === 'no_seat')
    return `We could not give you a seat at ${event}. Your payment arrived after your seat was released and no other seat was left, or you had already paid.`;
  return explainRequest(event, { ...refund, isWhole });
}

function explainRequest(
  eventTitle: string,
  { isWhole, ends_tickets, ticket_count }: Refund & { isWhole: boolean },
) {
  if (!ends_tickets)
    return `The organisers of ${eventTitle} are giving you money back. Your tickets stay valid.`;
  if (isWhole && (ticket_count ?? 1) > 1)
    return `The organisers have refunded your ${ticket_count} tickets for ${eventTitle}. The tickets are no longer valid, and your seats are free for others.`;
  if (isWhole)
    return `The organisers have refunded your ticket for ${eventTitle}. The ticket is no longer valid, and your seat is free for somebody else.`;
  return `The organisers have refunded part of your order for ${eventTitle}. The tickets that it paid for are no longer valid.`;
}

interface Dispute {
  email: string;
  name: string;
  event_id: number;
  event_title: string;
  event_key: string | null;
  start_time: Date;
  end_time: Date;
  amount_pence: number;
  payment_intent_id: string | null;
  buyer_name: string | null;
}

export function renderDisputeMail(dispute: Dispute, site: Site): Message {
  const amount = formatPrice(dispute.amount_pence);
  return composeMail({
    to: dispute.email,
    subject: `A payment of ${amount} for ${dispute.event_title} is disputed`,
    preview: 'The buyer has asked their bank to take the money back.',
    site,
    because:
      'You are receiving this email because you are an admin of the team that runs the event, or of this site.',
    stopping: {
      begin: 'To get no more of them,',
      link: 'leave the team, or ask another admin to change your role',
      href: `${site.publicUrl}/dashboard?section=team-members`,
    },
    parts: [
      opening(dispute.name, 'A buyer has disputed their payment for this event.'),
      title(dispute.event_title),
      facts([
        { label: 'Buyer', value: dispute.buyer_name ?? 'An account that no longer exists' },
        { label: 'Amount', value: amount },
        { label: 'When', value: formatWhen(dispute.start_time, dispute.end_time, site.timeZone) },
        ...(dispute.payment_intent_id === null
          ? []
          : [{ label: 'Payment', value: dispute.payment_intent_id }]),
      ]),
      paragraph(
        `The buyer has asked their bank to take back the ${amount} that they paid. Until the bank decides, the payment provider withholds the money and the ticket is marked as disputed.`,
      ),
      paragraph(
        'The owner of the account at the payment provider can answer there and show that the ticket was sold and used, usually within 7 to 21 days. If the answer comes too late, the money is lost.',
      ),
      button('View the event', eventAddress(site.publicUrl, dispute)),
    ],
  });
}
