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
