import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import ical, { ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from 'ical-generator';
import { eventAddress, type Site } from './compose.ts';
import type { MailAttachment } from './mail.ts';

type CalendarSite = Pick<Site, 'publicUrl' | 'mailFrom'>;

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

const prodId = '//Foyer//Events//EN';

/**
 * Mails and downloads use the same UID, so that a calendar shows the event once: a later file changes the entry, and
 * the file of a cancelled event removes it.
 */
export function writeCalendarFile(
  entry: CalendarEntry,
  site: CalendarSite,
  options: { cancelled?: boolean } = {},
): MailAttachment {
  const method = options.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({ prodId, method });
  addEntry(calendar, entry, site, {
    status: options.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return {
    filename: 'event.ics',
    content: calendar.toString(),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  };
}

type FeedEntry = Omit<CalendarEntry, 'event_key'> & { updated_at: Date };

interface CalendarFeed {
  name: string;
  /** The full address of the feed. */
  source: string;
  entries: readonly FeedEntry[];
}

/**
 * Writes a calendar that programs subscribe to. Its entries have the UIDs of the downloads. The text depends only on the
 * events, so that it has the same ETag until one of them changes.
 */
export function writeCalendarFeed({ name, source, entries }: CalendarFeed, site: CalendarSite): string {
  const calendar = ical({ prodId, method: ICalCalendarMethod.PUBLISH, name, source, ttl: 3600 });
  for (const entry of entries) {
    addEntry(calendar, { ...entry, event_key: null }, site, {
      status: ICalEventStatus.CONFIRMED,
      stamp: entry.updated_at,
    });
  }
  return calendar.toString();
}

/** Some calendars refuse the whole file because of one of these characters. Titles and places have none. */
const unprintable = /(?![\t\r\n])\p{Cc}/gu;

function addEntry(
  calendar: ICalCalendar,
  entry: CalendarEntry,
  site: CalendarSite,
  state: { status: ICalEventStatus; stamp?: Date },
): void {
  calendar.createEvent({
    ...state,
    id: `event-${entry.event_id}@${new URL(site.publicUrl).hostname}`,
    sequence: entry.calendar_sequence,
    start: entry.start_time,
    end: entry.end_time,
    summary: entry.event_title,
    description: plainDescription(entry.description ?? '').replace(unprintable, '') || null,
    location: entry.location,
    url: eventAddress(site.publicUrl, entry),
    organizer: { name: 'Foyer', email: parseAddress(site.mailFrom) },
  });
}

function parseAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from;
}
