import { formatNumber, formatCount } from '../../../format/counts.ts';
import { formatTime } from '../../../format/dates.ts';
import { formatMoney, formatPrice } from '../../../format/money.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { Order, OrderedTicket } from '../orders.api.ts';
import type { SoldOrder } from './orders.sold.api.ts';
import { stateTones } from '../../tickets/state-tones.ts';

export const soldStates: Record<Order['status'], { word: string; tone: BadgeTone }> = {
  held: { word: 'Awaiting payment', tone: stateTones.unpaid },
  confirmed: { word: 'Confirmed', tone: stateTones.confirmed },
  expired: { word: 'Expired', tone: stateTones.expired },
  cancelled: { word: 'Cancelled', tone: stateTones.cancelled },
};

/** Names how an order was made. A registration is an order of one ticket, made with one button on the event's page. */
export const channelWords: Record<SoldOrder['channel'], string> = {
  web: 'Checkout',
  older_api: 'Registration',
  complimentary: 'Guest list',
};

/** Writes the tickets of an order, such as `2 × Adult, 1 × Child`. */
export function describeTypes(types: SoldOrder['types']): string {
  return types.map(({ name, quantity }) => `${formatNumber(quantity)} × ${name}`).join(', ');
}

/** Writes what an order costs, such as `£27.00`, `Free` or `Complimentary`. */
export function describeTotal({ total, channel }: Pick<SoldOrder, 'total' | 'channel'>): string {
  return channel === 'complimentary' && total === 0 ? 'Complimentary' : formatPrice(total);
}

/** Writes how much of an order was refunded, such as `£6.00 refunded`. Null when nothing was refunded. */
export function describeRefunded({ refunded }: Pick<SoldOrder, 'refunded'>): string | null {
  return refunded === 0 ? null : `${formatMoney(refunded)} refunded`;
}

/** Tells apart the tickets of an order, such as `Ticket 2, checked in at 7:32 PM`. */
export function describeEntry(
  { place, status, used_at }: Pick<OrderedTicket, 'place' | 'status' | 'used_at'>,
  timeZone: string,
): string {
  if (status === 'valid') return `Ticket ${place}, not checked in`;
  if (status !== 'used') return `Ticket ${place}`;
  return `Ticket ${place}, checked in${used_at === null ? '' : ` at ${formatTime(used_at, timeZone)}`}`;
}

/** Says how many orders were found, and which of them the page shows. */
export function summariseOrders(found: number, skipped: number, shown: number): string {
  const total = formatCount(found, 'order');
  return shown === 0
    ? total
    : `Showing ${formatNumber(skipped + 1)} to ${formatNumber(skipped + shown)} of ${total}`;
}
