// What the page of an event, and the orders and tickets for it, say in the same words.

import { formatDate, formatTime } from '../../format/dates.ts';

/**
 * Writes when the doors open, such as `Doors 7:00 PM`, with the date if it is not that of the start. Returns an empty
 * text when the team did not say.
 */
export function formatDoors(start: string, minutes: number | null | undefined, timeZone: string): string {
  if (!minutes) return '';
  const doors = new Date(Date.parse(start) - minutes * 60_000).toISOString();
  const [day, time] = [formatDate(doors, timeZone), formatTime(doors, timeZone)];
  return day === formatDate(start, timeZone) ? `Doors ${time}` : `Doors ${day}, ${time}`;
}

/** Returns until when buyers can cancel paid tickets of an event that allows it until some days before its start. */
export function findCancelUntil(start: string, days: number): string {
  return new Date(Date.parse(start) - days * 86_400_000).toISOString();
}

/**
 * Says whether buyers can cancel paid tickets, and until when.
 * @param until null when they cannot
 * @param now milliseconds since 1970
 * @param write writes a time with its date
 */
export function describeCancelling(
  until: string | null,
  now: number,
  write: (time: string) => string,
): string {
  return until !== null && Date.parse(until) > now
    ? `You can cancel tickets and get your money back until ${write(until)}.`
    : 'Paid tickets for this event cannot be cancelled.';
}
