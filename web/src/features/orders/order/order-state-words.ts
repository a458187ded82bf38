import type { OrderState } from './orders.state.api.ts';

interface StateWords {
  title: string;
  text: string;
  tone?: 'bad';
}

export function describeState(state: OrderState): StateWords {
  return words[state];
}

const words: Record<OrderState, StateWords> = {
  held: {
    title: 'The payment has not arrived yet',
    text: 'This can take a few minutes. We send your tickets by email as soon as it arrives, so you can close this page.',
  },
  confirmed: {
    title: 'Your order is paid',
    text: 'We have sent your tickets by email. The mail has a link that opens your order.',
  },
  expired: {
    title: 'The order was not paid in time',
    text: 'You have no tickets from this order. If money was taken, it goes back to you, and we tell you by email.',
    tone: 'bad',
  },
  cancelled: {
    title: 'This order is cancelled',
    text: 'You have no tickets from this order. If you have paid for it, the mail about it says what happens with the money.',
    tone: 'bad',
  },
};
