import { findCheckInTime, describePaid, findPaidAmount, stateOf, stateWords } from './attendee-state.ts';
import type { Attendee } from './attendees.api.ts';

/** Spreadsheets run a cell as a formula if it starts with one of these characters, even in quotes. */
const formulaLike = /^[=+\-@\t\r]/;

/**
 * Writes CSV as RFC 4180 defines it. A cell that looks like a formula gets an apostrophe in front, so that no
 * spreadsheet runs it. The byte order mark tells spreadsheets that the file is UTF-8.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;
}

function writeCell(text: string): string {
  const safe = formulaLike.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Writes the attendees of an event as a CSV file.
 * @param formatTime writes a time in the site's time zone
 */
export function writeAttendeesCsv(
  attendees: readonly Attendee[],
  isFreeEvent: boolean,
  formatTime: (time: string) => string,
): string {
  // Scripts of organisers read the columns by position, so new columns come last.
  const older = ['Name', 'Email', 'Status', 'Paid', 'Checked in', 'Registered'];
  const header = [...older, 'Ticket type', 'Order', 'Ticket code', 'Amount paid'];
  const rows = attendees.map((attendee) => {
    const at = findCheckInTime(attendee);
    return [
      attendee.name,
      attendee.email ?? '',
      stateWords[stateOf(attendee)].word,
      describePaid(attendee, isFreeEvent),
      at ? formatTime(at) : '',
      formatTime(attendee.registration_time),
      attendee.type_name ?? '',
      attendee.order_number ?? '',
      attendee.short_code ?? '',
      findPaidAmount(attendee).toFixed(2),
    ];
  });
  return writeCsv([header, ...rows]);
}
