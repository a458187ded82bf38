// A month is written as `2026-12`, and a day as `2026-12-24`.

export function shiftMonth(month: string, by: number): string {
  const moved = firstOf(month);
  moved.setUTCMonth(moved.getUTCMonth() + by);
  return moved.toISOString().slice(0, 7);
}

/** Lists the days of a month. */
export function listDays(month: string): string[] {
  const last = new Date(firstOf(shiftMonth(month, 1)).getTime() - 1).getUTCDate();
  return Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

/** The column of the first day: 1 is Monday. */
export function firstColumn(month: string): number {
  return firstOf(month).getUTCDay() || 7;
}

function firstOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}
