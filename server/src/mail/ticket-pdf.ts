import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Drawing, drawTicket, PrintedOn, PrintedTicket } from './draw-ticket.ts';

/**
 * Drawing a ticket keeps a core busy for 30 ms or more. If there are several cores, one is left for the main thread.
 */
const maxThreads = Math.max(1, Math.min(2, availableParallelism() - 1));

let threads: Piscina<Drawing, Awaited<ReturnType<typeof drawTicket>>> | undefined;

/**
 * Draws the ticket as an A6 page in a worker thread, so that other requests do not wait. The threads start with the
 * first ticket, keep their fonts, and end when there was nothing to draw for a while.
 */
export async function renderTicketPdf(
  ticket: PrintedTicket,
  { publicUrl, timeZone }: PrintedOn,
): Promise<Buffer> {
  threads ??= new Piscina({
    filename: new URL('draw-ticket.ts', import.meta.url).href,
    name: 'drawTicket',
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    // The operating system prefers other threads when there are too few cores.
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
  return Buffer.from(await threads.run({ ticket, site: { publicUrl, timeZone } }));
}
