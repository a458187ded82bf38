import { checkedInAt, describePaid, stateOf, stateWords } from './attendee-state.ts';
import type { Attendee } from './attendees.api.ts';

/** A spreadsheet takes a cell that begins so for a formula, and runs it; quotes do not keep it from that. */
const formulaLike = /^[=+\-@\t\r]/;

/**
 * A table as RFC 4180 has it, for spreadsheets: with the mark by which they know UTF-8, and no cell that they would
 * take for a formula.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;
}

function writeCell(text: string): string {
  const harmless = formulaLike.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * The people of an event as a CSV file.
 * @param formatTime a time as people of the site's zone read and sort it
 */
export function writeAttendeesCsv(
  attendees: readonly Attendee[],
  isFreeEvent: boolean,
  formatTime: (time: string) => string,
): string {
  const header = ['Name', 'Email', 'Status', 'Paid', 'Checked in', 'Registered'];
  const rows = attendees.map((attendee) => {
    const at = checkedInAt(attendee);
    return [
      attendee.username,
      attendee.email,
      stateWords[stateOf(attendee)].word,
      describePaid(attendee, isFreeEvent),
      at ? formatTime(at) : '',
      formatTime(attendee.registration_time),
    ];
  });
  return writeCsv([header, ...rows]);
}
