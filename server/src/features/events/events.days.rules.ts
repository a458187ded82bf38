import { findMonth, findToday, findWeekend } from '../../zoned-time.ts';

interface AskedDays {
  when?: 'today' | 'weekend';
  month?: string;
  running?: boolean;
}

/** Between which moments events start, and whether those that are running are listed too. */
export function findDays(
  { running = false, ...asked }: AskedDays,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const month = asked.month === undefined ? undefined : findMonth(asked.month, timeZone);
  const wanted = [
    asked.when === 'today' && findToday(now, timeZone),
    asked.when === 'weekend' && findWeekend(now, timeZone),
    month,
  ].filter((days) => days !== undefined && days !== false);
  const from = new Date(Math.max(now.getTime(), ...wanted.map((days) => days.from.getTime())));
  // Months other than this one are lists of what starts in them.
  const isThisMonth = !month || (month.from <= now && now < month.until);
  const listsRunning = (running || asked.when !== undefined) && isThisMonth;
  const runs = listsRunning ? { runningAt: now, endsAfter: from } : {};
  if (wanted.length === 0) return { startsAfter: now, ...runs };
  // An event may start at midnight.
  const startsAfter = new Date(Math.max(now.getTime(), from.getTime() - 1));
  const startsBefore = new Date(Math.min(...wanted.map(({ until }) => until.getTime())));
  return { startsAfter, startsBefore, ...runs };
}
