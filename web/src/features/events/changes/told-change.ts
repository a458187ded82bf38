import { formatCount } from '../../../format/counts.ts';
import { instantOf } from '../../../format/zoned-time.ts';
import type { FoyerEvent } from '../events.api.ts';
import type { EventFormValues } from '../form/event-form-values.ts';

type PlanValues = Pick<EventFormValues, 'start_time' | 'end_time' | 'location' | 'status'>;

/**
 * Names the change that people with a ticket are told of by email. Null if they are told of none. The server's
 * `findNews` compares the same facts. A cancellation has a dialog of its own.
 */
export function findToldChange(
  before: PlanValues,
  after: PlanValues,
  { timeZone, now }: { timeZone: string; now: number },
): string | null {
  if (before.status !== 'published' || after.status !== 'published') return null;
  const end = instantOf(after.end_time, timeZone);
  if (end === null || Date.parse(end) <= now) return null;
  const isMoved = after.start_time !== before.start_time || after.end_time !== before.end_time;
  const isElsewhere = after.location.trim() !== before.location.trim();
  if (isMoved) return isElsewhere ? 'the new time and place' : 'the new time';
  return isElsewhere ? 'the new place' : null;
}

interface Readers {
  /** How many people have a ticket. Undefined while this is not known. */
  count: number | undefined;
  /** Whether other events of the series change as well. */
  inSeries: boolean;
}

/**
 * Says who gets the email about a change.
 * @param when when the email goes out, in words such as "in a few minutes"
 */
export function describeReaders(change: string, when: string, { count, inSeries }: Readers): string {
  const news = `about ${change} ${when}.`;
  if (inSeries) return `Everybody with a ticket for one of these events gets an email ${news}`;
  if (count === undefined) return `Everybody with a ticket gets an email ${news}`;
  return `${formatCount(count, 'person with a ticket gets', 'people with a ticket get')} an email ${news}`;
}

interface ChangedPlan {
  event: Pick<FoyerEvent, 'attendee_count'>;
  before: PlanValues;
  after: PlanValues;
  timeZone: string;
}

/** Says after saving who gets an email about a new time or place. Null if nobody does. */
export function describeNews(
  { event, before, after, timeZone }: ChangedPlan,
  readers: Readers,
): string | null {
  const change = findToldChange(before, after, { timeZone, now: Date.now() });
  const hasReaders = readers.inSeries || (event.attendee_count > 0 && readers.count !== 0);
  return change && hasReaders ? describeReaders(change, 'in a few minutes', readers) : null;
}
