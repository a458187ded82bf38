import { describe, expect, it } from 'vitest';
import { googleCalendarAddress } from './event-calendar.ts';
import { writeCalendarFileName } from './save-calendar-file.ts';

const entry = {
  id: 12,
  title: 'Jam, bread; and more',
  description: 'Bring a spoon.\nAnd a friend.',
  location: 'Mill Lane 4, Harbour',
  start_time: '2026-11-21T18:30:00.000Z',
  end_time: '2026-11-21T21:00:00.000Z',
};

describe('the event page', () => {
  it('gives the title, the times in compact UTC, the details and the location to Google Calendar', () => {
    const address = new URL(googleCalendarAddress(entry));
    expect(address.origin + address.pathname).toBe('https://calendar.google.com/calendar/render');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: entry.title,
      dates: '20261121T183000Z/20261121T210000Z',
      details: entry.description,
      location: entry.location,
    });
  });

  it('names the calendar file after the event, without characters that an operating system forbids', () => {
    expect(writeCalendarFileName('What / why: "now"?')).toBe('What why now.ics');
    expect(writeCalendarFileName('///')).toBe('event.ics');
  });
});
