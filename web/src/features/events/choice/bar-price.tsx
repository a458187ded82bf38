import { formatPriceRange } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

/** The price beside the button in the bar at the bottom of a phone. */
export function BarPrice({ event }: { event: FoyerEvent }) {
  return (
    <p className="font-display text-xl leading-tight font-semibold">
      {formatPriceRange(event.price, event.highest_price)}
    </p>
  );
}
