import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../http/session.ts';
import { writeCsvHeader, writeTicketLine } from './csv.rules.ts';
import { findShownEmail, listIdsBefore, listTicketLines, type OrderFilter } from './lists.queries.ts';

/**
 * How many orders one statement reads. The limit saves memory and keeps statements short, even for the largest event.
 */
const ordersAtOnce = 2000;

/**
 * Writes the orders of an event as CSV, newest first. Reads the orders in parts while the caller downloads the file.
 */
export async function* writeOrdersCsv(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { eventId, ...filter }: OrderFilter & { eventId: number },
): AsyncGenerator<string> {
  yield writeCsvHeader();
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
    const ids = await listIdsBefore(db, eventId, filter, { before, limit: ordersAtOnce });
    const lines = ids.length > 0 ? await listTicketLines(db, ids, filter.ticket_type_id) : [];
    yield lines
      .map((line) => {
        const buyer_email = findShownEmail(actor, line, line.attendee_email);
        return writeTicketLine({ ...line, buyer_email }, config.timeZone);
      })
      .join('');
    before = ids.length === ordersAtOnce ? ids.at(-1) : undefined;
  }
}
