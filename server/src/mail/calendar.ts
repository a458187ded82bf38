import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { eventAddress, type Site } from './compose.ts';
import type { MailAttachment } from './mail.ts';

export interface CalendarEntry {
  event_id: number;
  event_title: string;
  /** The key in the link to a private event. This is null for a public event. */
  event_key: string | null;
  start_time: Date;
  end_time: Date;
  location: string | null;
  /** Mails leave the description out of the calendar file, because the mail already describes the event. */
  description?: string | null;
  /** The number of changes to the event. A calendar keeps the version of an entry with the highest number. */
  calendar_sequence: number;
}

/**
 * Mails and downloads use the same UID, so that a calendar shows the event once: a later file changes the entry, and
 * the file of a cancelled event removes it.
 */
export function writeCalendarFile(
  entry: CalendarEntry,
  site: Site,
  options: { cancelled?: boolean } = {},
): MailAttachment {
  const method = options.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId: '//Foyer//Events//EN', method });
  calendar.createEvent({
    id: `event-${entry.event_id}@${new URL(site.publicUrl).hostname}`,
    sequence: entry.calendar_sequence,
    status: options.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: entry.start_time,
    end: entry.end_time,
    summary: entry.event_title,
    description: entry.description,
    location: entry.location,
    url: eventAddress(site.publicUrl, entry),
    organizer: { name: 'Foyer', email: parseAddress(site.mailFrom) },
  });
  return {
    filename: 'event.ics',
    content: calendar.toString(),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

function parseAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from;
}
