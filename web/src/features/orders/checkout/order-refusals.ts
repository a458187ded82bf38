import { messageOf, CallError } from '../../../api/call-error.ts';
import { formatCount } from '../../../format/counts.ts';
import { formatMoney } from '../../../format/money.ts';
import type { Offer } from '../../events/choice/events.choice.api.ts';

/** What to do after a refusal: choose other tickets, leave out the code, or press the button again. */
export type NextStep = 'choose' | 'drop-code' | 'again';

export interface RefusalWords {
  text: string;
  /** Undefined when only another order helps, which `findOpenOrder` finds. */
  next?: NextStep;
}

const choices = {
  event_sold_out: 'These tickets have just sold out.',
  ticket_type_not_found: 'One of these tickets is no longer on sale.',
  too_few_tickets: 'An order needs more tickets of this type.',
  too_many_tickets: 'This is more than one order can have.',
  too_many_for_buyer: 'This is more than one person can have.',
  sales_paused: 'The organiser has stopped the sale for now. Try again later.',
  sales_not_started: 'The sale of these tickets has not started yet.',
  sales_ended: 'The sale of these tickets has ended.',
  event_not_published: 'This event is not on sale.',
  event_started: 'This event has already started.',
  event_ended: 'This event has already ended.',
} as const;

export const allReserved =
  'All reserved right now. Some people are still paying, so places may come back in a few minutes. Your details stay here, so you can try again.';

/** The number of the unpaid order that is in the way of another one, and can no longer be replaced by it. */
export function findOpenOrder(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  return error.code === 'too_late_to_replace' ? error.refusal.order : undefined;
}

const codes = {
  promo_code_unknown: 'We do not know this promo code.',
  promo_code_ended: 'This promo code is not valid any more.',
  promo_code_used_up: 'Somebody has just used this promo code for the last time.',
  promo_code_not_for_these: 'This promo code is not for these tickets.',
} as const;

export function describeRefusal(error: unknown, offers: readonly Offer[]): RefusalWords {
  const code = error instanceof CallError ? error.code : null;
  const refusal = error instanceof CallError ? error.refusal : {};
  const name = offers.find(({ id }) => id === refusal.ticket_type_id)?.name;
  if (code === 'price_changed' && refusal.total !== undefined) {
    const sum = refusal.total === 0 ? 'is free' : `costs ${formatMoney(refusal.total)}`;
    return { text: `The price has changed: your order now ${sum}. Go on only if you agree.`, next: 'again' };
  }
  const refused = offers.filter(({ id }) => (refusal.ticket_type_id ?? id) === id);
  const isFull = code === 'event_sold_out' || (code === 'not_enough_left' && !refusal.remaining);
  if (isFull && refused.some(({ state }) => state === 'all_reserved')) {
    return { text: name ? `${name}: ${allReserved}` : allReserved, next: 'choose' };
  }
  if (code === 'not_enough_left') {
    const left = refusal.remaining ?? 0;
    const what = formatCount(left, `${name ? `${name} ` : ''}ticket`);
    return {
      text: left === 0 ? choices.event_sold_out : `Only ${what} left. We did not order any.`,
      next: 'choose',
    };
  }
  // Without a ticket type, the limit is about all free tickets of the account, and the server says what to do.
  if (code === 'too_many_for_buyer' && refusal.ticket_type_id === undefined) {
    return { text: messageOf(error, choices.too_many_for_buyer), next: 'choose' };
  }
  if (code !== null && code in choices) {
    const text = choices[code as keyof typeof choices];
    return { text: name ? `${name}: ${text}` : text, next: 'choose' };
  }
  if (code === 'too_late_to_replace') {
    return {
      text: 'It is too late to choose other tickets. Pay for the order that you have, or give its places back.',
    };
  }
  if (code !== null && code in codes) return { text: codes[code as keyof typeof codes], next: 'drop-code' };
  return { text: messageOf(error, 'We could not place your order. Try again.'), next: 'again' };
}
