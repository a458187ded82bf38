import { keepFormatters } from '@foyer/contract/text/formatters.ts';
import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import Pdf from 'pdfkit';
import QRCode from 'qrcode';
import { colors, drawBrand, useFont, write, type Doc } from './pdf-words.ts';
import { verifyAddress } from './ticket-address.ts';
import { formatPrice, formatWhen, formatWhere, listDoors } from './words.ts';

export interface PrintedOn {
  publicUrl: string;
  timeZone: string;
}

export interface PrintedTicket {
  event_title: string;
  start_time: Date;
  end_time: Date;
  doors_minutes: number | null;
  location: string | null;
  /** The name of the attendee or, if the ticket has none, of the buyer. */
  name: string;
  /** Null for a ticket that somebody gave away, because its holder must not learn the price. */
  price_pence: number | null;
  ticket_code: string;
  /** The older API sells a single type, so its tickets do not name the type. */
  type_name?: string;
  short_code: string;
}

export interface Drawing {
  tickets: readonly PrintedTicket[];
  site: PrintedOn;
}

const page = { width: 297.64, height: 419.53, margin: 22 };
const inner = page.width - 2 * page.margin;
const tearAt = 272;

/**
 * Draws each ticket as an A6 page with embedded fonts. The function takes one argument because it runs in a worker
 * thread.
 */
export async function drawTickets({ tickets, site }: Drawing): Promise<Uint8Array> {
  const size: [number, number] = [page.width, page.height];
  const doc = new Pdf({
    autoFirstPage: false,
    // Without this option, the PDF names a default font that is not embedded.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${tickets.length > 1 ? 'Tickets' : 'Ticket'}: ${tickets[0]?.event_title ?? ''}`,
      Author: 'Foyer',
      Creator: 'Foyer',
    },
  });
  for (const ticket of tickets) {
    doc.addPage({ size, margin: 0 });
    drawPage(doc, ticket, site);
  }
  doc.end();
  const chunks: Buffer[] = [];
  for await (const chunk of doc as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function drawPage(doc: Doc, ticket: PrintedTicket, site: PrintedOn): void {
  doc.rect(0, 0, page.width, 6).fill(colors.spot);
  drawHead(doc);
  drawTile(doc, ticket.start_time, site.timeZone);
  drawTitle(doc, ticket.event_title);
  drawFacts(doc, ticket, site);
  drawTear(doc);
  drawStub(doc, ticket, site);
}

function drawHead(doc: Doc): void {
  drawBrand(doc, { x: page.margin, y: 18 });
  const right = { y: 22.5, height: 14, x: page.margin, width: inner, align: 'right' as const };
  write(doc, 'Admits one', { ...right, family: 'text', size: 9, color: colors.inkFaint });
}

const tile = { x: page.margin, y: 50, size: 50 };

const monthAndDayOf = keepFormatters('en-GB', { month: 'short', day: 'numeric' });

function drawTile(doc: Doc, start: Date, timeZone: string): void {
  const { x, y, size } = tile;
  const parts = monthAndDayOf(timeZone).formatToParts(start);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  doc
    .save()
    .roundedRect(x, y, size, size + 4, 4)
    .clip();
  doc.rect(x, y, size, 17).fill(colors.spot);
  doc.restore();
  doc
    .roundedRect(x, y, size, size + 4, 4)
    .lineWidth(0.8)
    .stroke(colors.spot);
  const centred = { x, width: size, align: 'center' as const };
  const month = { ...centred, y: y + 3.5, height: 12, color: '#ffffff' };
  write(doc, part('month').slice(0, 3).toUpperCase(), { ...month, family: 'strong', size: 9 });
  write(doc, part('day'), {
    ...centred,
    y: y + 20,
    height: 32,
    color: colors.ink,
    family: 'display',
    size: 24,
  });
}

function drawTitle(doc: Doc, eventTitle: string): void {
  const x = tile.x + tile.size + 12;
  const room = { x, y: tile.y - 3, width: page.width - page.margin - x, height: 92 };
  const fits = (size: number) => {
    const text = useFont(doc, 'display', size, eventTitle);
    const longest = Math.max(...text.split(' ').map((word) => doc.widthOfString(word)));
    return longest <= room.width && doc.heightOfString(text, { width: room.width }) <= room.height;
  };
  const size = [21, 19, 17, 15, 13, 11].find(fits) ?? 9.5;
  write(doc, eventTitle, { ...room, family: 'display', size, color: colors.ink });
}

function drawFacts(doc: Doc, ticket: PrintedTicket, site: PrintedOn): void {
  const when = [
    formatWhen(ticket.start_time, ticket.end_time, site.timeZone),
    ...listDoors(ticket, site.timeZone).map(({ label, value }) => `${label} ${value}`),
  ].join('. ');
  const rows: { label: string; value: string; height: number }[] = [
    // Keeps a time and its AM or PM on the same line.
    { label: 'When', value: when.replace(/ (?=[AP]M)/g, '\u00a0'), height: 38 },
    { label: 'Where', value: formatWhere(ticket.location), height: 38 },
    { label: 'Name', value: ticket.name, height: 13 },
    describePrice(ticket),
  ];
  let y = Math.max(doc.y, tile.y + tile.size) + 20;
  for (const { label, value, height } of rows) {
    write(doc, label, {
      family: 'text',
      size: 8.5,
      color: colors.inkFaint,
      x: page.margin,
      y: y + 1,
      width: 40,
      height: 12,
    });
    const words = { x: page.margin + 40, y, width: inner - 40, height };
    write(doc, value, { ...words, family: 'strong', size: 9.5, color: colors.ink });
    y = Math.max(doc.y, y + 13) + 4;
  }
}

function describePrice({ type_name, price_pence }: PrintedTicket) {
  const price = price_pence === null ? [] : [formatPrice(price_pence)];
  return type_name === undefined
    ? { label: 'Price', value: price.join(), height: 13 }
    : { label: 'Ticket', value: [type_name, ...price].join(', '), height: 13 };
}

function drawTear(doc: Doc): void {
  const bite = 8;
  doc.lineWidth(0.8);
  for (const x of [0, page.width]) doc.circle(x, tearAt, bite).fillAndStroke('#f1e9d8', '#8f816c');
  doc
    .moveTo(bite + 8, tearAt)
    .lineTo(page.width - bite - 8, tearAt)
    .lineCap('round')
    .dash(0.1, { space: 5 })
    .lineWidth(1.6)
    .stroke('#8f816c')
    .undash();
}

function drawStub(doc: Doc, ticket: PrintedTicket, site: PrintedOn): void {
  const side = 118;
  const top = tearAt + 16;
  drawQrCode(doc, verifyAddress(site, ticket.ticket_code), { x: page.margin, y: top, side });
  const column = { x: page.margin + side + 14, width: inner - side - 14 };
  const says = { ...column, y: top + 2, height: 62, color: colors.ink };
  write(doc, 'Show this code at the door. It lets one person in, once.', {
    ...says,
    family: 'strong',
    size: 10,
  });
  const label = { ...column, y: top + 74, height: 12, color: colors.inkFaint };
  write(doc, 'Ticket code', { ...label, family: 'text', size: 8.5 });
  const code = { ...column, y: top + 87, height: 14, color: colors.ink };
  write(doc, formatShortCode(ticket.short_code), { ...code, family: 'strong', size: 10.5 });
}

/** Draws the QR code as squares, so that it prints sharply at any size. */
function drawQrCode(doc: Doc, text: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const dot = side / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) doc.rect(x + column * dot, y + row * dot, dot, dot);
    }
  }
  doc.fill('#000000');
}
