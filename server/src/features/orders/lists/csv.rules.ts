import { keepFormatters } from '@foyer/contract/text/formatters.ts';

/** One ticket, with the facts of its order that the caller may read. */
interface CsvTicket {
  number: string;
  order_status: string;
  placed_at: Date;
  buyer_name: string | null;
  buyer_email: string | null;
  type_name: string;
  attendee_name: string | null;
  attendee_email: string | null;
  status: string;
  list_pence: number;
  discount_pence: number;
  price_pence: number;
  promo_code: string | null;
  channel: keyof typeof channelWords;
  left_pence: number;
}

export const ticketColumns = [
  'Order',
  'Order status',
  'Ordered',
  'Buyer',
  'Buyer email',
  'Ticket type',
  'Attendee',
  'Attendee email',
  'Ticket status',
  'List price',
  'Discount',
  'Price',
  'Promo code',
  'Sold through',
  'Refunded',
];

const channelWords = { web: 'Checkout', older_api: 'Registration', complimentary: 'Guest list' } as const;

/** Splits a list of orders into groups of at most `most` tickets. An order with more tickets is a group of its own. */
export function groupByTickets(orders: readonly { id: number; tickets: number }[], most: number): number[][] {
  const groups: number[][] = [];
  let room = 0;
  for (const { id, tickets } of orders) {
    const group = tickets <= room ? groups.at(-1) : undefined;
    if (group) group.push(id);
    else groups.push([id]);
    room = (group ? room : most) - tickets;
  }
  return groups;
}

/** Writes the line of one ticket. Times are in the time zone of the site, amounts in pounds. */
export function writeTicketLine(line: CsvTicket, timeZone: string): string {
  return writeCsvLine([
    line.number,
    line.order_status,
    writeCsvTime(line.placed_at, timeZone),
    line.buyer_name ?? 'Deleted account',
    line.buyer_email ?? '',
    line.type_name,
    line.attendee_name ?? '',
    line.attendee_email ?? '',
    line.status,
    writePounds(line.list_pence),
    writePounds(line.discount_pence),
    writePounds(line.price_pence),
    line.promo_code ?? '',
    channelWords[line.channel],
    writePounds(line.price_pence - line.left_pence),
  ]);
}

/** Begins a table for spreadsheets with the byte order mark, which tells them that the file is UTF-8. */
export function writeCsvHeader(columns: readonly string[]): string {
  return `\uFEFF${writeCsvLine(columns)}`;
}

/** Writes an amount in pounds, without the currency. */
export function writePounds(pence: number): string {
  return (pence / 100).toFixed(2);
}

const formatterOf = keepFormatters('en-GB', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Writes a time as `2026-11-21 19:30`, which spreadsheets can sort. */
export function writeCsvTime(time: Date, timeZone: string): string {
  const parts = formatterOf(timeZone).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** Spreadsheets run a cell as a formula if it starts with one of these characters, even in quotes. */
const formulaLike = /^[=+\-@\t\r]/;

/** Writes one line of CSV as RFC 4180 defines it. A cell that looks like a formula gets an apostrophe in front. */
export function writeCsvLine(cells: readonly string[]): string {
  const written = cells.map((text) => {
    const safe = formulaLike.test(text) ? `'${text}` : text;
    return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
