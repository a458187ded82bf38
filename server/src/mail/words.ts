/** 'Free' or pounds with two decimals. */
export function formatMoney(pence: number): string {
  return pence === 0 ? 'Free' : `£${(pence / 100).toFixed(2)}`;
}

/** A span of time in the site's zone, which is named since the reader may be elsewhere. */
export function formatWhen(start: Date, end: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone });
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  const zoned = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  const sameDay = day.format(start) === day.format(end);
  const until = sameDay ? zoned.format(end) : `${day.format(end)}, ${zoned.format(end)}`;
  return `${day.format(start)}, ${time.format(start)} to ${until}`;
}
