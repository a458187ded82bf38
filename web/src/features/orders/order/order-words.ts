import { formatCount } from '../../../format/counts.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { Order, OrderedTicket } from '../orders.api.ts';
import type { PaymentArrival } from './use-payment-arrival.ts';
import { stateTones } from '../../tickets/state-tones.ts';
import { refunding, ticketStates } from '../../tickets/ticket-state.ts';

export interface OrderWords {
  title: string;
  text: string;
  badge: string;
  tone: BadgeTone;
}

/** @param isTimeUp whether the time to pay is over; the order is held until the server has ended it */
export function describeOrder(order: Order, arrival: PaymentArrival, isTimeUp = false): OrderWords {
  const live = order.tickets.filter(isLive);
  const own = live.filter(({ transferred_at }) => transferred_at === null);
  if (arrival === 'checking') {
    return {
      title: 'We are checking your payment',
      text: 'This takes a moment. Your tickets appear here when the payment has arrived, so leave the page open.',
      badge: 'Almost done',
      tone: stateTones.unpaid,
    };
  }
  switch (order.status) {
    case 'held':
      if (isTimeUp) {
        const soon = 'In a moment, everybody can order these places again.';
        const text = arrival === 'checked' ? `${soon} ${ifPaid}` : `Nothing was charged. ${soon}`;
        return { ...expiredWords, text };
      }
      return {
        title: 'Your order is waiting for your payment',
        text: 'Nobody else can buy these tickets while they are held for you.',
        badge: 'Not paid yet',
        tone: stateTones.unpaid,
      };
    case 'confirmed':
      if (live.length === 0) {
        return { ...endedWords, text: 'All tickets of this order have been cancelled or refunded.' };
      }
      return { ...describeOwn(own, order.buyer_email), badge: 'Confirmed', tone: stateTones.confirmed };
    case 'expired':
      return {
        ...expiredWords,
        text:
          describeMoney(order, arrival) ??
          'Nothing was charged. The places are back on sale, so you can order again.',
      };
    case 'cancelled':
      return {
        ...endedWords,
        text: describeMoney(order, arrival) ?? describeGivenBack(order),
      };
  }
}

/**
 * A hold that was given back was never paid for. Paid tickets that end are refunded. An administrator may have given
 * the hold back, so the text does not say that the buyer did.
 */
function describeGivenBack(order: Order): string {
  return wasNeverPaid(order)
    ? 'Nothing was charged. These places were given back, so other people can buy them.'
    : 'The places of this order are back on sale.';
}

/** Whether this order is over and no money was taken for it. A payment may still be on its way after the payment page. */
export function wasNeverPaid(
  { status, total, tickets, refunds }: Order,
  arrival: PaymentArrival = 'none',
): boolean {
  const isOver =
    status === 'expired' || (status === 'cancelled' && tickets.every((one) => one.status === 'cancelled'));
  return isOver && total > 0 && refunds.length === 0 && arrival === 'none';
}

/** Says what happens with the money of a buyer who paid, or may have paid, for an order that is over. */
function describeMoney({ refunds }: Order, arrival: PaymentArrival): string | null {
  if (refunds.some(({ reason }) => reason === 'no_seat')) {
    return 'The places were gone when your payment arrived, so all of your money goes back to you.';
  }
  if (arrival !== 'checked' || refunds.length > 0) return null;
  return `The places are back on sale. ${ifPaid}`;
}

const ifPaid =
  'If you have just paid, you get your tickets if they are still free, and otherwise all of your money back. We tell you by email.';

/** @param tickets those that the buyer still has, without those that belong to other people now */
function describeOwn(tickets: OrderedTicket[], email: string | null): { title: string; text: string } {
  const own = tickets.length;
  if (own === 0) {
    return { title: 'Your tickets are with others', text: 'You have given all tickets of this order away.' };
  }
  if (tickets.every(({ status }) => status === 'used')) {
    return own === 1
      ? { title: 'Your ticket was used', text: 'It was checked in at the door.' }
      : { title: 'Your tickets were used', text: 'All of them were checked in at the door.' };
  }
  return {
    title: own === 1 ? 'Here is your ticket' : 'Here are your tickets',
    text: `${formatCount(own, 'ticket')}. We have also sent ${own === 1 ? 'it' : 'them'} to ${email ?? 'your address'}.`,
  };
}

const expiredWords = {
  title: 'The time to pay is over',
  badge: 'Expired',
  tone: stateTones.expired,
} as const;

const endedWords = {
  title: 'This order is cancelled',
  badge: 'Cancelled',
  tone: stateTones.cancelled,
} as const;

function isLive({ status }: OrderedTicket): boolean {
  return status === 'valid' || status === 'used';
}

interface TicketWords {
  word: string;
  tone: BadgeTone;
}

export function describeTicket(
  ticket: Pick<OrderedTicket, 'id' | 'status' | 'transferred_at'> & { price?: number; undelivered?: boolean },
  refunds: Order['refunds'],
): TicketWords {
  const { status, transferred_at } = ticket;
  if (ticket.undelivered) return { word: 'Not delivered', tone: stateTones.undelivered };
  if (status === 'valid' && transferred_at !== null)
    return { word: 'Given away', tone: stateTones.givenAway };
  if (isEndedFree(ticket)) return ticketWords.cancelled;
  if (status === 'refunded' && isReturning(ticket, refunds)) return refunding;
  return ticketWords[status];
}

/** Says why a ticket shows no code to its buyer. */
export function explainEnd(
  ticket: OrderedTicket,
  refunds: Order['refunds'],
  write: (time: string) => string,
): string {
  const { status, transferred_at, attendee_name, attendee_email } = ticket;
  if (transferred_at !== null) {
    const holder = attendee_name ?? 'Somebody else';
    const address = attendee_email === null ? '' : ` (${attendee_email})`;
    if (ticket.undelivered) {
      return `Our mail to ${holder}${address} was refused, so nobody has the new code. Check the address and give the ticket again.`;
    }
    return `${holder}${address} has had this ticket since ${write(transferred_at)}. Only they have its code.`;
  }
  if (isEndedFree(ticket)) return endReasons.cancelled;
  if (status === 'refunded' && isReturning(ticket, refunds)) {
    return 'This ticket no longer works. Its money is on its way back to you.';
  }
  return endReasons[status];
}

/** Whether the ticket's refund has not arrived yet. */
function isReturning({ id }: Pick<OrderedTicket, 'id'>, refunds: Order['refunds']): boolean {
  return refunds.some((refund) => refund.status === 'pending' && refund.ticket_ids.includes(id));
}

/**
 * Says what the buyer can do instead of giving tickets to somebody else. Null when the buyer can give tickets away, or
 * has none.
 */
export function explainNoTransfer({ status, allows_transfers, tickets }: Order): string | null {
  const own = tickets.filter((ticket) => ticket.status === 'valid' && ticket.transferred_at === null).length;
  if (status !== 'confirmed' || allows_transfers || own === 0) return null;
  return own === 1
    ? 'You cannot give this ticket to somebody else. If another person comes instead of you, press “Change name”.'
    : 'You cannot give these tickets to somebody else. If another person comes, press “Change name” on the ticket.';
}

/** Whether a free ticket ended with a refund of its order. No money goes back for this ticket. */
function isEndedFree({ status, price }: Pick<OrderedTicket, 'status'> & { price?: number }): boolean {
  return status === 'refunded' && price === 0;
}

const endReasons: Record<OrderedTicket['status'], string> = {
  held: 'You get the code of this ticket after paying.',
  valid: 'This ticket has no code yet. Load the page again in a moment.',
  used: 'This ticket was used at the door.',
  cancelled: 'This ticket no longer works.',
  refunded: 'This ticket no longer works. It was refunded to you.',
  expired: 'This ticket was not paid in time.',
};

const ticketWords: Record<OrderedTicket['status'], TicketWords> = {
  ...ticketStates,
  held: { word: 'Not paid yet', tone: stateTones.unpaid },
  expired: { word: 'Expired', tone: stateTones.expired },
};
