const hourMs = 3_600_000;

/** The hour of the night, in the time zone of the site, in which hardly anybody buys tickets. */
const quietHour = 3;

/**
 * Whether the data check is due: once each night, or at any hour if the last check is older than two days. `hour` is in
 * the time zone of the site.
 */
export function isDataCheckDue(last: Date | null, { now, hour }: { now: Date; hour: number }): boolean {
  const ageMs = last === null ? Infinity : now.getTime() - last.getTime();
  return ageMs > 48 * hourMs || (ageMs > 12 * hourMs && hour === quietHour);
}
