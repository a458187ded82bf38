import type { Deps } from '../../deps.ts';
import { writeCsvHeader, writeCsvLine, writeCsvTime, writePounds } from '../orders/lists/csv.rules.ts';
import { listEventMoney, listMonths } from './desk.money.queries.ts';

/** How many events one statement reads. */
const eventsAtOnce = 500;

interface Table {
  teamId: number;
  by: 'event' | 'month';
}

/** Writes the money of a team as CSV: a line for each event or each month, the latest first. */
export async function* writeMoneyCsv(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { teamId, by }: Table,
): AsyncGenerator<string> {
  const { timeZone } = config;
  if (by === 'month') {
    const lines = (await listMonths(db, { teamId, timeZone })).map(({ month, taken, refunded }) =>
      writeCsvLine([month, ...[taken, refunded].map(writePounds)]),
    );
    yield writeCsvHeader(['Month', 'Taken', 'Refunded']) + lines.join('');
    return;
  }
  let text = writeCsvHeader(['Event', 'Starts', 'Status', 'Taken', 'Refunded', 'Disputed', 'Outstanding']);
  for (let offset = 0, isFull = true; isFull; offset += eventsAtOnce) {
    const events = await listEventMoney(db, teamId, { limit: eventsAtOnce, offset });
    isFull = events.length === eventsAtOnce;
    for (const { title, start_time, status, taken, refunded, disputed, outstanding } of events) {
      const amounts = [taken, refunded, disputed, outstanding].map(writePounds);
      text += writeCsvLine([title, writeCsvTime(start_time, timeZone), status, ...amounts]);
    }
    yield text;
    text = '';
  }
}
