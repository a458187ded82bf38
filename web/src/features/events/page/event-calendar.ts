import { writeFileName } from '../../../ui/save-file.ts';
import type { FoyerEvent } from '../events.api.ts';

/** What a calendar entry needs; registrations give it too. */
export type CalendarEntry = Pick<
  FoyerEvent,
  'id' | 'title' | 'description' | 'location' | 'start_time' | 'end_time'
>;

/** An address that opens Google Calendar with the entry filled in. */
export function googleCalendarAddress(entry: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${compactUtc(entry.start_time)}/${compactUtc(entry.end_time)}`,
    details: entry.description ?? '',
    location: entry.location ?? '',
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/**
 * An iCalendar file with one entry (RFC 5545).
 * @param address the event's page
 * @param now milliseconds since 1970
 */
export function writeCalendarFile(entry: CalendarEntry, address: string, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foyer//Events//EN',
    'BEGIN:VEVENT',
    `UID:event-${entry.id}@${new URL(address).hostname}`,
    `DTSTAMP:${compactUtc(new Date(now).toISOString())}`,
    `DTSTART:${compactUtc(entry.start_time)}`,
    `DTEND:${compactUtc(entry.end_time)}`,
    `SUMMARY:${escapeText(entry.title)}`,
    `DESCRIPTION:${escapeText(entry.description ?? '')}`,
    `LOCATION:${escapeText(entry.location ?? '')}`,
    `URL:${address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** The title as a file name that every system takes. */
export function calendarFileName(title: string): string {
  const name = writeFileName(title, 'ics');
  return name === '.ics' ? 'event.ics' : name;
}

/** `20261121T193000Z` */
function compactUtc(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Lines of at most 75 octets, counted in UTF-8 and never cut inside a character. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let room = 75;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (size > room) {
      folded += '\r\n ';
      room = 74;
    }
    folded += character;
    room -= size;
  }
  return folded;
}
