import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../http/session.ts';
import { groupByTickets, ticketColumns, writeCsvHeader, writeTicketLine } from './csv.rules.ts';
import { findShownEmail, listSizesBefore, listTicketLines, type OrderFilter } from './lists.queries.ts';

/** How many ids of orders one statement reads. */
const ordersAtOnce = 2000;

/**
 * How many tickets one statement reads, unless a single order has more. The limit saves memory and keeps statements
 * short, even for large orders.
 */
const ticketsAtOnce = 2000;

/**
 * Writes the orders of an event as CSV, newest first. Reads the orders in parts while the caller downloads the file.
 */
export async function* writeOrdersCsv(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { eventId, ...filter }: OrderFilter & { eventId: number },
): AsyncGenerator<string> {
  // The header is part of the first text with lines, so that a failure to read them is noticed before the answer.
  let text = writeCsvHeader(ticketColumns);
  for await (const ids of listGroups(db, eventId, filter)) {
    for (const line of await listTicketLines(db, ids, filter.ticket_type_id)) {
      const buyer_email = findShownEmail(actor, line, line.attendee_email);
      text += writeTicketLine({ ...line, buyer_email }, config.timeZone);
    }
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Lists the ids of the matching orders in groups that are small enough for one statement. */
async function* listGroups(db: Deps['db'], eventId: number, filter: OrderFilter): AsyncGenerator<number[]> {
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
    const orders = await listSizesBefore(db, eventId, filter, { before, limit: ordersAtOnce });
    yield* groupByTickets(orders, ticketsAtOnce);
    before = orders.length === ordersAtOnce ? orders.at(-1)?.id : undefined;
  }
}
