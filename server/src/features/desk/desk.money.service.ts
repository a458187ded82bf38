import type { Deps } from '../../deps.ts';
import { writeCsvHeader, writeCsvLine, writeCsvTime, writePounds } from '../orders/lists/csv.rules.ts';
import { listEventMoneyAfter, listMonths } from './desk.money.queries.ts';

/** How many months of a team's money are shown. */
export const monthsOfTeam = 60;

/** How many events one statement reads. */
const eventsAtOnce = 500;

interface Table {
  teamId: number;
  by: 'event' | 'month';
}

/** Writes the money of a team as CSV: a line for each event or each month, the latest first. */
export async function* writeMoneyCsv(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { teamId, by }: Table,
): AsyncGenerator<string> {
  const { timeZone } = config;
  if (by === 'month') {
    const months = await listMonths(db, { teamId, timeZone, now: clock.now(), months: monthsOfTeam });
    const lines = months.map(({ month, taken, refunded }) =>
      writeCsvLine([month, ...[taken, refunded].map(writePounds)]),
    );
    yield writeCsvHeader(['Month', 'Taken', 'Refunded']) + lines.join('');
    return;
  }
  let text = writeCsvHeader(['Event', 'Starts', 'Status', 'Taken', 'Refunded', 'Disputed', 'Outstanding']);
  type Line = Awaited<ReturnType<typeof listEventMoneyAfter>>[number];
  for (let last: Line | undefined, isFull = true; isFull;) {
    const events: Line[] = await listEventMoneyAfter(db, teamId, { last, limit: eventsAtOnce });
    isFull = events.length === eventsAtOnce;
    last = events.at(-1);
    for (const { title, start_time, status, taken, refunded, disputed, outstanding } of events) {
      const amounts = [taken, refunded, disputed, outstanding].map(writePounds);
      text += writeCsvLine([title, writeCsvTime(start_time, timeZone), status, ...amounts]);
    }
    yield text;
    text = '';
  }
}
