import { formatPriceRange } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

/** The price beside the button in the bar at the bottom of a phone. */
export function BarPrice({ event }: { event: FoyerEvent }) {
  return (
    <p className="font-display leading-tight font-semibold min-[26rem]:text-xl">
      {formatPriceRange(event.price, event.highest_price)}
    </p>
  );
}
