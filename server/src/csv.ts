/** Begins a table for spreadsheets with the byte order mark, which tells them that the file is UTF-8. */
export function writeCsvHeader(columns: readonly string[]): string {
  return `\uFEFF${writeCsvLine(columns)}`;
}

/** Writes an amount in pounds, without the currency. */
export function writePounds(pence: number): string {
  return (pence / 100).toFixed(2);
}

/** Writes a time as `2026-11-21 19:30`, which spreadsheets can sort. */
export function writeCsvTime(time: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** Spreadsheets run a cell as a formula if it starts with one of these characters, even in quotes. */
const formulaLike = /^[=+\-@\t\r]/;

/** Writes one line of CSV as RFC 4180 defines it. A cell that looks like a formula gets an apostrophe in front. */
export function writeCsvLine(cells: readonly string[]): string {
  const written = cells.map((text) => {
    const safe = formulaLike.test(text) ? `'${text}` : text;
    return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
