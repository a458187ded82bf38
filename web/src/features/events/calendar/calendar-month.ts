// A month is written as `2026-12`, and a day as `2026-12-24`.

export function shiftMonth(month: string, by: number): string {
  const moved = firstOf(month);
  moved.setUTCMonth(moved.getUTCMonth() + by);
  return moved.toISOString().slice(0, 7);
}

/** Lists the days of a month. In the month of `today`, the weeks that are over are left out. */
export function listDays(month: string, today: string): string[] {
  const last = new Date(firstOf(shiftMonth(month, 1)).getTime() - 1).getUTCDate();
  const days = Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
  const passed = days.indexOf(today) + 1 - columnOf(today);
  return days.slice(Math.max(0, passed));
}

/** The column of a day in a week that begins on Monday, from 1 to 7. */
export function columnOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function firstOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}
