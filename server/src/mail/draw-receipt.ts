import { writeMoney } from '@foyer/contract/text/money.ts';
import Pdf from 'pdfkit';
import { colors, drawBrand, write, type Doc } from './pdf-words.ts';

interface Line {
  label: string;
  detail?: string;
  /** Negative for discounts and refunds. */
  pence: number;
  isStrong?: boolean;
}

export interface PrintedReceipt {
  number: string;
  seller: string;
  /** The name and the email address of the buyer, as far as they are known. */
  buyer: string[];
  orderedOn: string;
  event: { title: string; when: string };
  lines: Line[];
  sums: Line[];
  footer: string;
}

const page = { width: 595.28, height: 841.89, margin: 56 };
const inner = page.width - 2 * page.margin;
const bottom = page.height - page.margin - 30;

export async function drawReceipt(receipt: PrintedReceipt): Promise<Uint8Array> {
  const doc = new Pdf({
    size: [page.width, page.height],
    margin: 0,
    // Without this option, the PDF names a default font that is not embedded.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Title: `Receipt ${receipt.number}`, Author: 'Foyer', Creator: 'Foyer' },
  });
  let y = drawHead(doc, receipt);
  for (const line of receipt.lines) y = drawLine(doc, line, y);
  doc
    .moveTo(page.margin, y + 4)
    .lineTo(page.width - page.margin, y + 4)
    .lineWidth(0.8)
    .stroke(colors.inkFaint);
  y += 14;
  for (const line of receipt.sums) y = drawLine(doc, line, y);
  const footer = { x: page.margin, y: page.height - page.margin - 12, width: inner, height: 14 };
  write(doc, receipt.footer, { ...footer, family: 'text', size: 9, color: colors.inkFaint });
  doc.end();
  const chunks: Buffer[] = [];
  for await (const chunk of doc as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Draws everything above the lines of the receipt. Returns the vertical position of the first line in points. */
function drawHead(doc: Doc, { number, seller, buyer, orderedOn, event }: PrintedReceipt): number {
  doc.rect(0, 0, page.width, 6).fill(colors.spot);
  drawBrand(doc, { x: page.margin, y: 36 });
  const heading = { x: page.margin, y: 84, width: inner, height: 40 };
  write(doc, 'Receipt', { ...heading, family: 'display', size: 28, color: colors.ink });
  const facts = [
    ['Order', number],
    ['Date', orderedOn],
    ['Sold by', seller],
    ['Sold to', buyer.join(', ')],
    ['Event', `${event.title}, ${event.when}`],
  ] as const;
  let y = 138;
  for (const [label, value] of facts) {
    const left = { x: page.margin, y: y + 1, width: 70, height: 14 };
    write(doc, label, { ...left, family: 'text', size: 10, color: colors.inkFaint });
    const right = { x: page.margin + 74, y, width: inner - 74, height: 30 };
    write(doc, value, { ...right, family: 'strong', size: 11, color: colors.ink });
    y = Math.max(doc.y, y + 15) + 5;
  }
  return y + 22;
}

/** Starts another page when the page is full. Returns the vertical position of the next line in points. */
function drawLine(doc: Doc, { label, detail = '', pence, isStrong = false }: Line, at: number): number {
  let y = at;
  if (y > bottom) {
    doc.addPage();
    y = page.margin;
  }
  const words = { y, height: 30, family: isStrong ? 'strong' : 'text', size: 11, color: colors.ink } as const;
  write(doc, writeMoney(pence), {
    ...words,
    x: page.width - page.margin - 90,
    width: 90,
    align: 'right',
  });
  write(doc, detail, {
    ...words,
    color: colors.inkFaint,
    x: page.width - page.margin - 190,
    width: 95,
    align: 'right',
  });
  write(doc, label, { ...words, x: page.margin, width: inner - 200 });
  return Math.max(doc.y, y + 15) + 5;
}
