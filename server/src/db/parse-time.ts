import pg from 'pg';

const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

const shortest = '2031-11-20 18:30:00+00'.length;
const longest = '2031-11-20 18:30:00.123456+00'.length;

/**
 * Reads a time that PostgreSQL has written. It writes almost all times in UTC with a year of four digits. JavaScript
 * reads these itself, in a third of the time that the library's regular expressions take.
 */
export function parseTime(text: string): Date {
  const { length } = text;
  const isUsual = length >= shortest && length <= longest && text.endsWith('+00') && text[4] === '-';
  if (!isUsual) return parseAnyTime(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
