import { formatCount, formatNumber } from '../../format/counts.ts';
import type { Part } from './attendees-search.ts';

interface EventState {
  status: string;
  is_past: boolean;
}

/**
 * The name of a filter. After an event was cancelled or has ended, nobody is coming any more, so `coming` and
 * `awaited` get other names.
 */
export function namePart(part: Part, event: EventState): string {
  const names: Record<Part, string> = {
    coming: 'Coming',
    in: 'Checked in',
    awaited: 'Not checked in yet',
    unpaid: 'Awaiting payment',
    ended: 'Cancelled and refunded',
    all: 'Everybody',
  };
  if (event.status === 'cancelled') names.coming = 'Still registered';
  else if (event.is_past) names.coming = 'Registered';
  if (isOver(event)) names.awaited = 'Not checked in';
  return names[part];
}

/** Says that the event has ended or was cancelled. Null for an event to come. */
export function describeEnd(counts: Record<Part, number>, event: EventState): string | null {
  if (event.status === 'cancelled') {
    const before = counts.in > 0 ? ` Checked in before: ${counts.in}.` : '';
    return `This event was cancelled. Nobody can be checked in, and paid tickets are refunded.${before}`;
  }
  return event.is_past ? 'This event has ended.' : null;
}

/** Says how many attendees were found, and which of them the page shows. */
export function summariseAttendees(found: number, skipped: number, shown: number): string {
  const total = formatCount(found, 'attendee');
  return found === 0
    ? total
    : `Showing ${formatNumber(skipped + 1)} to ${formatNumber(skipped + shown)} of ${total}`;
}

export function describeNobody(event: EventState): { title: string; hint: string } {
  if (event.status === 'cancelled') {
    return { title: 'Nobody registered', hint: 'The event was cancelled before anybody registered.' };
  }
  if (event.is_past) return { title: 'Nobody registered', hint: 'The event ended without any attendees.' };
  return {
    title: 'Nobody has registered yet',
    hint: 'Everybody who registers or buys a ticket will be listed here.',
  };
}

function isOver({ status, is_past }: EventState): boolean {
  return status === 'cancelled' || is_past;
}
