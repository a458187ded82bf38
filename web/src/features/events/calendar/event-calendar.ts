import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import type { FoyerEvent } from '../events.api.ts';

export type CalendarEntry = Pick<
  FoyerEvent,
  'id' | 'title' | 'description' | 'location' | 'start_time' | 'end_time'
>;

export function googleCalendarAddress(entry: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${compactUtc(entry.start_time)}/${compactUtc(entry.end_time)}`,
    details: plainDescription(entry.description ?? ''),
    location: entry.location ?? '',
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Writes a time as `20261121T193000Z`. */
function compactUtc(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
