import { formatDate, formatTime } from '../../../format/dates.ts';
import { isFree } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { describeCancelling, findCancelUntil } from '../../tickets/event-words.ts';
import type { FoyerEvent } from '../events.api.ts';

export interface CancelRuleProps {
  event: FoyerEvent;
  /** In milliseconds since 1970. */
  asOf: number;
}

/** Tells buyers before they pay whether they can cancel paid tickets, as the page of their order does afterwards. */
export function CancelRule({
  event: { price, highest_price, start_time, refund_days },
  asOf,
}: CancelRuleProps) {
  const { timeZone } = useSite();
  if (isFree(price) && isFree(highest_price)) return null;
  const until = refund_days === null ? null : findCancelUntil(start_time, refund_days);
  const write = (time: string) => `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  return <p className="text-[0.9375rem] text-ink-soft">{describeCancelling(until, asOf, write)}</p>;
}
