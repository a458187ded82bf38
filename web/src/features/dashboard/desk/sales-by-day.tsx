import { useState } from 'react';
import { formatCount, formatNumber } from '../../../format/counts.ts';
import { formatDate } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import { Button } from '../../../ui/button.tsx';
import type { Sales } from './dashboard.desk.api.ts';

type Day = Sales['days'][number];

/** The sold tickets of each day as bars or, when the user asks for it, as a table. */
export function SalesByDay({ days, earlier }: Pick<Sales, 'days' | 'earlier'>) {
  const [asTable, setAsTable] = useState(false);
  const total = days.reduce((sum, { tickets }) => sum + tickets, 0);
  return (
    <section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-sans text-lg font-semibold tracking-normal">Sales by day</h3>
        {days.length > 0 && (
          <Button variant="quiet" size="sm" className="-mr-3.5" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </div>
      <p className="text-[0.9375rem] text-ink-soft">{describeDays(days.length, total, earlier)}</p>
      {days.length > 0 && (asTable ? <DaysTable days={days} /> : <DaysChart days={days} />)}
    </section>
  );
}

function describeDays(count: number, total: number, earlier: number): string {
  if (count === 0) return 'No ticket was sold yet. The days appear here with the first sale.';
  const since = count === 1 ? 'today' : `in the last ${count} days`;
  return `${formatCount(total, 'ticket')} ${since}${earlier > 0 ? `, ${formatNumber(earlier)} before` : ''}`;
}

/** Shows few days as wide bars no wider than a thumb, so that a young sale does not look like a wall. */
function DaysChart({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map(({ tickets }) => tickets), 1);
  return (
    <div aria-hidden className="mt-3">
      <div className="flex h-32 items-end gap-1 border-b border-line-strong">
        {days.map(({ day, tickets }) => (
          <div
            key={day}
            title={`${writeDay(day)}: ${formatNumber(tickets)}`}
            className="flex h-full max-w-12 flex-1 items-end"
          >
            <div
              className={`w-full rounded-t-sm ${tickets > 0 ? 'min-h-1 bg-spot' : ''}`}
              style={{ height: `${(100 * tickets) / most}%` }}
            />
          </div>
        ))}
      </div>
      <p className="mt-1.5 flex justify-between gap-4 text-sm text-ink-soft">
        <span>{writeDay(days[0]?.day ?? '')}</span>
        {days.length > 1 && <span>{writeDay(days.at(-1)?.day ?? '')}</span>}
      </p>
    </div>
  );
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const withAmounts = days.some(({ amount }) => amount !== null);
  return (
    <table aria-label="Sales by day" className="mt-3 w-full text-left text-[0.9375rem]">
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="py-1 font-semibold">
            Day
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            Tickets
          </th>
          {withAmounts && (
            <th scope="col" className="py-1 text-right font-semibold">
              Price
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, tickets, amount }) => (
          <tr key={day} className="border-t border-line">
            <th scope="row" className="py-1 font-normal">
              {writeDay(day)}
            </th>
            <td className="py-1 text-right tabular-nums">{formatNumber(tickets)}</td>
            {withAmounts && <td className="py-1 text-right tabular-nums">{formatMoney(amount ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The server has put the day into the site's time zone already. */
function writeDay(day: string): string {
  return formatDate(`${day}T12:00:00.000Z`, 'UTC');
}
