/** Writes a number as `1,234`. */
export function formatNumber(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Writes a number with its noun: `1 attendee`, `2 attendees`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}
