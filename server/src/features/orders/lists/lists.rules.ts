import type { Actor } from '../../../http/session.ts';
import { mayReadAddress } from '../../tickets/tickets.queries.ts';
import type { ListedOrder, TicketLine } from './lists.queries.ts';

type Addressed = Pick<ListedOrder, 'user_id' | 'made_by' | 'channel' | 'buyer_email'>;

/**
 * Returns the buyer's email address if the caller may read it, else only the address that the team typed itself. The
 * team typed the address of every complimentary order.
 */
export function findShownEmail(actor: Actor, order: Addressed, typedEmail: string | null): string | null {
  const isKnown = order.channel === 'complimentary' || mayReadAddress(actor, order);
  return isKnown ? order.buyer_email : typedEmail;
}

/** Converts a listed order to the shape of the API, for the event's team or the buyer. */
export function presentListedOrder(actor: Actor, order: ListedOrder) {
  const { number, status, buyer_name, placed_at, types, promo_code, channel } = order;
  return {
    number,
    status,
    buyer_name,
    buyer_email: findShownEmail(actor, order, order.typed_email),
    placed_at,
    ticket_count: types.reduce((sum, { quantity }) => sum + quantity, 0),
    types,
    total: order.total_pence,
    refunded: order.refunded_pence,
    promo_code,
    channel,
  };
}

/** Converts an order in the list of its buyer, which also names the event. */
export function presentOwnOrder(actor: Actor, order: ListedOrder) {
  const { event_id, event_title, start_time, end_time, location, event_status, event_img_url } = order;
  return {
    ...presentListedOrder(actor, order),
    event: {
      id: event_id,
      title: event_title,
      start_time,
      end_time,
      location,
      status: event_status,
      event_img_url,
    },
    hold_expires_at: order.hold_expires_at,
  };
}

const csvHeader = [
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
];

const channelWords = { web: 'Foyer', older_api: 'Registration', complimentary: 'Guest list' } as const;

/** Begins a table for spreadsheets. The byte order mark tells them that the file is UTF-8. */
export function writeCsvHeader(): string {
  return `\uFEFF${writeCsvLine(csvHeader)}`;
}

/** Writes the line of one ticket. Times are in the time zone of the site, amounts in pounds. */
export function writeTicketLine(actor: Actor, line: TicketLine, timeZone: string): string {
  return writeCsvLine([
    line.number,
    line.order_status,
    writeTime(line.placed_at, timeZone),
    line.buyer_name ?? '',
    findShownEmail(actor, line, line.attendee_email) ?? '',
    line.type_name,
    line.attendee_name ?? '',
    line.attendee_email ?? '',
    line.status,
    writePounds(line.list_pence),
    writePounds(line.discount_pence),
    writePounds(line.price_pence),
    line.promo_code ?? '',
    channelWords[line.channel],
  ]);
}

function writePounds(pence: number): string {
  return (pence / 100).toFixed(2);
}

function writeTime(time: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
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
