import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Site } from './compose.ts';
import type { MailAttachment } from './mail.ts';

export interface CalendarEntry {
  event_id: number;
  event_title: string;
  start_time: Date;
  end_time: Date;
  location: string | null;
  /** Calendars keep the entry with the highest. */
  calendar_sequence: number;
}

/** The event's one entry in people's calendars: a later file changes the entry, and a cancelled one takes it away. */
export function writeCalendarFile(
  entry: CalendarEntry,
  site: Site,
  options: { cancelled?: boolean } = {},
): MailAttachment {
  const method = options.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const url = `${site.publicUrl}/events/${entry.event_id}`;
  const calendar = ical({ prodId: '//Foyer//Events//EN', method });
  calendar.createEvent({
    // The same as in the file that the event's page offers.
    id: `event-${entry.event_id}@${new URL(site.publicUrl).hostname}`,
    sequence: entry.calendar_sequence,
    status: options.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    start: entry.start_time,
    end: entry.end_time,
    summary: entry.event_title,
    location: entry.location,
    url,
    organizer: { name: 'Foyer', email: findAddress(site.mailFrom) },
  });
  return {
    filename: 'event.ics',
    content: calendar.toString(),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

function findAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from;
}
