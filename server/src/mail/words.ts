/** 'Free' or pounds with two decimals. */
export function formatMoney(pence: number): string {
  return pence === 0 ? 'Free' : `£${(pence / 100).toFixed(2)}`;
}

/**
 * A span of time in the site's zone, which is named since the reader may be elsewhere:
 * `Saturday 21 November 2026, 7:30 PM to 10:00 PM GMT`.
 */
export function formatWhen(start: Date, end: Date, timeZone: string): string {
  const from = wordsOf(start, timeZone);
  const to = wordsOf(end, timeZone);
  const until = from.day === to.day ? to.time : `${to.day}, ${to.time}`;
  const change = from.zone === to.zone ? '' : ` ${from.zone}`;
  return `${from.day}, ${from.time}${change} to ${until} ${to.zone}`;
}

/** `Saturday 21 November 2026, 7:30 PM GMT` */
export function formatMoment(moment: Date, timeZone: string): string {
  const { day, time, zone } = wordsOf(moment, timeZone);
  return `${day}, ${time} ${zone}`;
}

// Put together from parts, since what Intl puts between them differs from one release of its data to the next.
function wordsOf(moment: Date, timeZone: string): { day: string; time: string; zone: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  // Intl counts from 0 or from 12 at noon and midnight, as the locale's data pleases.
  const hour = Number(part('hour')) % 12 || 12;
  return {
    day: `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`,
    time: `${hour}:${part('minute')} ${part('dayPeriod').toUpperCase()}`,
    zone: part('timeZoneName'),
  };
}

export function formatWhere(location: string | null): string {
  return location ?? 'The organiser will tell you the place';
}
