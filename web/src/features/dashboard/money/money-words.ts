import { formatMoney } from '../../../format/money.ts';
import type { EventMoney } from './dashboard.money.api.ts';

/** Writes what of the taken money went back or is still to come, such as `£20.00 refunded`. Null when there is nothing. */
export function describeRest({ refunded, disputed, outstanding }: EventMoney): string | null {
  const parts = [
    refunded > 0 && `${formatMoney(refunded)} refunded`,
    disputed > 0 && `${formatMoney(disputed)} disputed`,
    outstanding > 0 && `${formatMoney(outstanding)} outstanding`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : null;
}
