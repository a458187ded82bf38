import { formatCount } from '../../../format/counts.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { Order, OrderedTicket } from '../orders.api.ts';

export interface OrderWords {
  title: string;
  text: string;
  badge: string;
  tone: BadgeTone;
}

/** What the buyer reads first about the order. */
export function describeOrder(order: Order, isArriving: boolean): OrderWords {
  const live = order.tickets.filter(isLive).length;
  if (isArriving) {
    return {
      title: 'Payment received',
      text: 'Your tickets are coming. This takes a moment; please leave the page open.',
      badge: 'Almost done',
      tone: 'warn',
    };
  }
  switch (order.status) {
    case 'held':
      return {
        title: 'Your order is waiting for your payment',
        text: 'Nobody else can buy these tickets while they are held for you.',
        badge: 'Not paid yet',
        tone: 'warn',
      };
    case 'confirmed':
      return live === 0
        ? { ...endedWords, text: 'All tickets of this order have been cancelled or refunded.' }
        : {
            title: live === 1 ? 'Here is your ticket' : 'Here are your tickets',
            text: `${formatCount(live, 'ticket')}. We have also sent ${live === 1 ? 'it' : 'them'} to ${order.buyer_email ?? 'your address'}.`,
            badge: 'Confirmed',
            tone: 'good',
          };
    case 'expired':
      return {
        title: 'The time to pay is over',
        text: 'The places are back on sale, and you have not been charged. You can order again.',
        badge: 'Expired',
        tone: 'neutral',
      };
    case 'cancelled':
      return { ...endedWords, text: 'The places of this order are back on sale.' };
  }
}

const endedWords = { title: 'This order is cancelled', badge: 'Cancelled', tone: 'neutral' } as const;

/** Whether the ticket is still good, or was used at the door. */
function isLive({ status }: OrderedTicket): boolean {
  return status === 'valid' || status === 'used';
}

/** The state of a ticket in words. */
export const ticketWords: Record<OrderedTicket['status'], { word: string; tone: BadgeTone }> = {
  held: { word: 'Not paid yet', tone: 'warn' },
  valid: { word: 'Valid', tone: 'good' },
  used: { word: 'Used', tone: 'neutral' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
  refunded: { word: 'Refunded', tone: 'bad' },
  expired: { word: 'Expired', tone: 'neutral' },
};
