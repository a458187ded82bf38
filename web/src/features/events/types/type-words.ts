import type { BadgeTone } from '../../../ui/badge.tsx';
import { formatPrice } from '../../../format/money.ts';
import { formatNumber } from '../../../format/counts.ts';
import type { ManagedType } from '../events.types.api.ts';

export const typeStates: Record<ManagedType['state'], { word: string; tone: BadgeTone }> = {
  on_sale: { word: 'On sale', tone: 'good' },
  not_yet: { word: 'Not on sale yet', tone: 'outline' },
  ended: { word: 'Sales ended', tone: 'neutral' },
  sold_out: { word: 'Sold out', tone: 'spot' },
  all_reserved: { word: 'All reserved', tone: 'warn' },
  paused: { word: 'Stopped', tone: 'warn' },
};

/**
 * Writes the price and the sales of a ticket type, such as `£12.00, 36 of 40 sold, 2 held for payment`. Held tickets
 * are not called sold, as in the figures of the event.
 */
export function describeSales({
  price,
  sold,
  held,
  quantity,
}: Pick<ManagedType, 'price' | 'sold' | 'held' | 'quantity'>): string {
  const paid = formatNumber(sold - held);
  const sales = `${quantity === null ? paid : `${paid} of ${formatNumber(quantity)}`} sold`;
  return [formatPrice(price), sales, held > 0 && `${formatNumber(held)} held for payment`]
    .filter(Boolean)
    .join(', ');
}
