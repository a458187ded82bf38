import { formatCount } from '../../../format/counts.ts';
import { formatMoney, formatPrice } from '../../../format/money.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { OwnOrder } from './orders.mine.api.ts';
import { stateTones } from '../../tickets/state-tones.ts';

/**
 * The state of an order in the buyer's list. A confirmed order needs none, unless it is fully refunded or its event is
 * cancelled.
 */
export function describeState({
  status,
  total,
  refunded,
  event,
}: OwnOrder): { word: string; tone: BadgeTone } | null {
  if (status === 'held') return { word: 'Not paid yet', tone: stateTones.unpaid };
  if (status === 'expired') return { word: 'Expired', tone: stateTones.expired };
  if (total > 0 && refunded >= total) return { word: 'Refunded', tone: stateTones.refunded };
  if (status === 'cancelled') return { word: 'Cancelled', tone: stateTones.cancelled };
  return event.status === 'cancelled' ? { word: 'Event cancelled', tone: stateTones.eventCancelled } : null;
}

/** Writes what was ordered, such as `3 tickets, £27.00` or `3 tickets, £27.00, £6.00 refunded`. */
export function describeContent({ ticket_count, total, refunded }: OwnOrder): string {
  const parts = [formatCount(ticket_count, 'ticket'), formatPrice(total)];
  if (refunded > 0 && refunded < total) parts.push(`${formatMoney(refunded)} refunded`);
  return parts.join(', ');
}
