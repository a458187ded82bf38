import { expect, it } from 'vitest';
import { calendarFileName, googleCalendarAddress, writeCalendarFile } from './event-calendar.ts';

const entry = {
  id: 12,
  title: 'Jam, bread; and more',
  description: 'Bring a spoon.\nAnd a friend.',
  location: 'Mill Lane 4, Harbour',
  start_time: '2026-11-21T18:30:00.000Z',
  end_time: '2026-11-21T21:00:00.000Z',
};
const now = Date.parse('2026-11-01T09:00:00.000Z');
const file = (change: Partial<typeof entry> = {}) =>
  writeCalendarFile({ ...entry, ...change }, 'https://foyer.example/events/12', now);

it('Google Calendar is given title, times in compact UTC, details and location', () => {
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

it('a calendar file escapes its texts and ends its lines as the standard asks', () => {
  const lines = file().split('\r\n');
  expect(lines).toContain('SUMMARY:Jam\\, bread\\; and more');
  expect(lines).toContain('DESCRIPTION:Bring a spoon.\\nAnd a friend.');
  expect(lines).toContain('DTSTART:20261121T183000Z');
  expect(lines).toContain('UID:event-12@foyer.example');
  expect(lines.at(-1)).toBe('');
});

it('long lines are folded at 75 octets without cutting a character', () => {
  const title = 'Żółć '.repeat(40).trim();
  const lines = file({ title }).split('\r\n');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
});

it('a title becomes a file name that every system takes', () => {
  expect(calendarFileName('What / why: "now"?')).toBe('What why now.ics');
  expect(calendarFileName('///')).toBe('event.ics');
});
