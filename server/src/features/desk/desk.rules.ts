import type { DraftGap } from '@foyer/contract/sales/desk.ts';
import { Temporal } from 'temporal-polyfill';
import { countRemaining } from '../events/events.rules.ts';
import type { EventFiguresRow, DraftFacts, Sales } from './desk.queries.ts';

/** How many days the sales by day go back. */
const shownDays = 30;

/** Presents an event with its figures. The money is null for callers who may not see it. */
export function presentFigures(
  {
    types_left,
    types_quantity,
    has_open_type,
    opens_at,
    max_attendees,
    seats_taken,
    ...facts
  }: EventFiguresRow,
  { seesMoney, now }: { seesMoney: boolean; now: Date },
) {
  const { taken, refunded, disputed, outstanding, ...row } = facts;
  const limits = [max_attendees, types_quantity].filter((limit) => limit !== null);
  const isOpen = row.status === 'published' && row.start_time > now;
  return {
    ...row,
    capacity: limits.length > 0 ? Math.min(...limits) : null,
    sold_out: countRemaining({ max_attendees, seats_taken, types_left }) === 0,
    on_sale: isOpen && has_open_type,
    opens_at: isOpen && !has_open_type ? opens_at : null,
    money: seesMoney ? { taken, refunded, disputed, outstanding } : null,
  };
}

/** How many hours before and after its start people arrive at an event. */
const doorHours = 12;

/**
 * Finds the event that the desk opens with: the one at whose door people arrive now, else the soonest that has not
 * started. One that runs for months comes last, because nothing about it is urgent.
 * @param coming soonest first
 */
export function findNext(coming: readonly EventFiguresRow[], now: Date): EventFiguresRow | undefined {
  const published = coming.filter(({ status }) => status === 'published');
  const isAtDoor = ({ start_time }: EventFiguresRow) =>
    Math.abs(start_time.getTime() - now.getTime()) <= doorHours * 3_600_000;
  return published.find(isAtDoor) ?? published.find(({ start_time }) => start_time > now) ?? published[0];
}

/** Lists what visitors will miss in a draft, what keeps it from being published first. */
export function listGaps(draft: DraftFacts, now: Date): DraftGap[] {
  const gaps: [DraftGap, boolean][] = [
    ['past', draft.start_time <= now],
    ['ticket_types', !draft.has_types],
    ['picture', !draft.has_picture],
    ['description', !draft.has_description],
    ['location', !draft.has_location],
  ];
  return gaps.flatMap(([gap, isMissing]) => (isMissing ? [gap] : []));
}

interface Today {
  now: Date;
  timeZone: string;
}

function readToday({ now, timeZone }: Today): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the beginning of the first day that sales by day show. */
export function findFirstDay(today: Today): Date {
  const first = readToday(today).subtract({ days: shownDays - 1 });
  return new Date(first.toZonedDateTime(today.timeZone).epochMilliseconds);
}

/** Returns the beginning of the first of `months` months, of which this month is the last. */
export function findFirstMonth({ months, ...today }: Today & { months: number }): Date {
  const first = readToday(today)
    .with({ day: 1 })
    .subtract({ months: months - 1 });
  return new Date(first.toZonedDateTime(today.timeZone).epochMilliseconds);
}

/** Adds up the sales of an event by day, ticket type and channel. Amounts are null for callers who may not see them. */
export function addUpSales({ sold, types }: Sales, today: Today, { seesMoney }: { seesMoney: boolean }) {
  const sum = (rows: Sales['sold']) => ({
    tickets: rows.reduce((total, row) => total + row.tickets, 0),
    amount: seesMoney ? rows.reduce((total, row) => total + row.amount, 0) : null,
  });
  return {
    days: listDays(sold, today).map((day) => ({ day, ...sum(sold.filter((row) => row.day === day)) })),
    earlier: sum(sold.filter((row) => row.day === null)).tickets,
    types: types.flatMap(({ id, name, quantity, archived_at }) => {
      const { tickets, amount } = sum(sold.filter((row) => row.ticket_type_id === id));
      return archived_at && tickets === 0 ? [] : [{ id, name, quantity, sold: tickets, amount }];
    }),
    sources: [...new Set(sold.map(({ channel }) => channel))]
      .map((channel) => ({ channel, tickets: sum(sold.filter((row) => row.channel === channel)).tickets }))
      .toSorted((one, other) => other.tickets - one.tickets || one.channel.localeCompare(other.channel)),
  };
}

/** Lists all days from the first sale until today. Before that first day nothing was on sale, or it is too long ago. */
function listDays(sold: Sales['sold'], today: Today): string[] {
  const last = readToday(today);
  const all = Array.from({ length: shownDays }, (_, index) =>
    last.subtract({ days: shownDays - 1 - index }).toString(),
  );
  if (sold.some(({ day }) => day === null)) return all;
  const withSales = new Set(sold.map(({ day }) => day));
  const first = all.findIndex((day) => withSales.has(day));
  return first < 0 ? [] : all.slice(first);
}
