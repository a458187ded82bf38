import type { BadgeTone } from '../../ui/badge.tsx';

/**
 * The look of each state of an order, a payment, a refund and a ticket. A ticket has two views: its holder reads `valid`
 * and `used`, and the team reads `registered` and `checkedIn`.
 */
export const stateTones = {
  // Somebody has to pay, or money is on its way.
  unpaid: 'warn',
  refunding: 'warn',
  // A ticket that is with somebody, who has not come yet.
  registered: 'blue',
  givenAway: 'blue',
  // All is well.
  paid: 'good',
  confirmed: 'good',
  valid: 'good',
  checkedIn: 'good',
  // It is over, and nobody has to do anything.
  used: 'neutral',
  ended: 'neutral',
  cancelled: 'neutral',
  refunded: 'neutral',
  expired: 'neutral',
  // Something went wrong.
  failed: 'bad',
  disputed: 'bad',
  undelivered: 'bad',
  eventCancelled: 'bad',
} as const satisfies Record<string, BadgeTone>;
