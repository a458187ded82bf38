import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { eventAddress, type Site } from './compose.ts';
import type { MailAttachment } from './mail.ts';

export interface CalendarEntry {
  event_id: number;
  event_title: string;
  /** The key of a private event, for the link; null for a public one. */
  event_key: string | null;
  start_time: Date;
  end_time: Date;
  location: string | null;
  /** Left out in mails, because the mail already describes the event. */
  description?: string | null;
  /** Counts changes: a calendar keeps the version of an entry with the highest number. */
  calendar_sequence: number;
}

/**
 * The event as a calendar file. Mails and downloads use the same UID, so a calendar has one entry for the event: a
 * later file changes the entry, and the file of a cancelled event removes it.
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
