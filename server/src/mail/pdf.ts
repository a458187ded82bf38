import type { drawReceipt, PrintedReceipt } from './draw-receipt.ts';
import type { drawTickets, PrintedOn, PrintedTicket } from './draw-ticket.ts';
import { drawInThread } from './drawing-threads.ts';

export function renderTicketPdf(ticket: PrintedTicket, site: PrintedOn): Promise<Buffer> {
  return renderTicketsPdf([ticket], site);
}

export async function renderTicketsPdf(
  tickets: readonly PrintedTicket[],
  { publicUrl, timeZone }: PrintedOn,
): Promise<Buffer> {
  const file = new URL('draw-ticket.ts', import.meta.url);
  return drawInThread<typeof drawTickets>(file, 'drawTickets', { tickets, site: { publicUrl, timeZone } });
}

export function renderReceiptPdf(receipt: PrintedReceipt): Promise<Buffer> {
  const file = new URL('draw-receipt.ts', import.meta.url);
  return drawInThread<typeof drawReceipt>(file, 'drawReceipt', receipt);
}
