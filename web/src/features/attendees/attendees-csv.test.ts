import { describe, expect, it } from 'vitest';
import { writeAttendeesCsv, writeCsv } from './attendees-csv.ts';
import type { Attendee } from './attendees.api.ts';

describe('the CSV file', () => {
  it.each([
    ['=1+2', `"'=1+2"`],
    ['+44 20', `"'+44 20"`],
    ['-1.5', `"'-1.5"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
  ])('writes %j so that no spreadsheet runs it as a formula', (cell, written) => {
    expect(writeCsv([[cell]])).toBe(`\uFEFF${written}\r\n`);
  });

  it.each([
    ['mara.ellis', 'mara.ellis'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded', '" padded"'],
    ['', ''],
    ['Łódź', 'Łódź'],
  ])('puts the text %j in quotes only if RFC 4180 requires quotes', (cell, written) => {
    expect(writeCsv([[cell, 'x']])).toBe(`\uFEFF${written},x\r\n`);
  });
});

describe('the download of attendees', () => {
  it('writes a CSV row for each attendee', () => {
    const attendee: Attendee = {
      id: 'ticket-4',
      status: 'registered',
      registration_time: '2026-11-01T10:00:00.000Z',
      name: '-minus',
      email: '+plus@example.org',
      hold_expires_at: null,
      type_name: 'Adult',
      order_number: '7QK2M9XWTA',
      short_code: '4T7WQ2K9XM',
      ticket: {
        id: 4,
        status: 'used',
        paid: true,
        price: 12.5,
        used_at: '2026-11-21T18:00:00.000Z',
        disputed: false,
        refund_pending: false,
      },
    };
    expect(writeAttendeesCsv([attendee], false, (time) => time.slice(0, 10)).split('\r\n')).toEqual([
      '\uFEFFName,Email,Status,Paid,Checked in,Registered,Ticket type,Order,Ticket code,Amount paid',
      `"'-minus","'+plus@example.org",Checked in,£12.50,2026-11-21,2026-11-01,Adult,7QK2M9XWTA,4T7WQ2K9XM,12.50`,
      '',
    ]);
  });
});
