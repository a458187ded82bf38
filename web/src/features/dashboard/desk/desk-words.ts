import { formatNumber } from '../../../format/counts.ts';
import type { EventFigures } from './dashboard.desk.api.ts';

/** Says how many places wait for their payment, and whether they are the last ones. Null when none do. */
export function describeHeld({ held, sold_out }: Pick<EventFigures, 'held' | 'sold_out'>): string | null {
  if (held === 0) return null;
  const waiting = `${formatNumber(held)} held for payment`;
  return sold_out ? `All reserved right now, ${waiting}` : waiting;
}
