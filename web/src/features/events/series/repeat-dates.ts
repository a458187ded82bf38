export type RepeatRule = 'none' | 'weekly' | 'monthly-date' | 'monthly-weekday' | 'chosen';

export interface Repeat {
  rule: RepeatRule;
  /** How many events there are with the first one, as it was typed. */
  count: string;
  /** The days that were chosen one by one, such as `2031-11-27`. */
  chosen: string[];
  /** The days that were deselected. */
  left: string[];
}

export const noRepeat: Repeat = { rule: 'none', count: '6', chosen: [], left: [] };

/** As many as the server allows, with the first one. */
export const mostEvents = 52;

const dayMs = 86_400_000;

/** Lists the days of the other events, soonest first. Deselected days are among them. */
export function listRepeatDays(start: string, { rule, count, chosen }: Repeat): string[] {
  const first = start.slice(0, 10);
  if (!isDay(first)) return [];
  if (rule === 'chosen') return [...new Set(chosen)].filter((day) => day !== first).toSorted();
  const wanted = Math.min(mostEvents, Math.floor(Number(count))) - 1;
  if (rule === 'none' || !(wanted > 0)) return [];
  if (rule === 'weekly') return Array.from({ length: wanted }, (_, index) => addDays(first, 7 * (index + 1)));
  const days: string[] = [];
  // A month may lack the day, such as the 31st or a fifth Monday. Such a month is left out.
  for (let months = 1; days.length < wanted; months += 1) {
    const day = rule === 'monthly-date' ? findSameDate(first, months) : findSameWeekday(first, months);
    if (day) days.push(day);
  }
  return days;
}

/** Writes when the selected events start, as clock times in the time zone of the site. */
export function listStarts(start: string, repeat: Repeat): string[] {
  return listRepeatDays(start, repeat)
    .filter((day) => !repeat.left.includes(day))
    .map((day) => day + start.slice(10));
}

const places = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Says which weekday of its month a day is, such as `third`. */
export function nameWeekdayOfMonth(day: string): string {
  return places[Math.ceil(Number(day.slice(8)) / 7) - 1] ?? '';
}

function isDay(day: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
}

function addDays(day: string, days: number): string {
  return write(Date.parse(day) + days * dayMs);
}

function findSameDate(day: string, months: number): string | null {
  const moved = firstOfMonth(day, months).slice(0, 8) + day.slice(8);
  return isDay(moved) && write(Date.parse(moved)) === moved ? moved : null;
}

function findSameWeekday(day: string, months: number): string | null {
  const first = firstOfMonth(day, months);
  const gap = (weekdayOf(day) - weekdayOf(first) + 7) % 7;
  const weeks = Math.ceil(Number(day.slice(8)) / 7) - 1;
  const found = addDays(first, gap + 7 * weeks);
  return found.slice(0, 7) === first.slice(0, 7) ? found : null;
}

function firstOfMonth(day: string, months: number): string {
  const month = new Date(`${day.slice(0, 7)}-01`);
  month.setUTCMonth(month.getUTCMonth() + months);
  return write(month.getTime());
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

function write(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
