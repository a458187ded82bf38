import { formatDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import type { Order } from '../orders.api.ts';
import { describeTerms } from './order-cancelling.ts';

/** Says whether the buyer can cancel paid tickets, and until when. */
export function CancelTerms({ order, asOf }: { order: Order; asOf: number }) {
  const { timeZone } = useSite();
  const write = (time: string) => `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  const text = describeTerms(order, asOf, write);
  return text && <p className="text-[0.9375rem] text-ink-soft">{text}</p>;
}
