import { keepFormatters } from '@foyer/contract/text/formatters.ts';
import { writeMoney } from '@foyer/contract/text/money.ts';

/** Returns 'Free', or pounds with two decimals, such as `£12.50`. */
export function formatPrice(pence: number): string {
  return pence === 0 ? 'Free' : writeMoney(pence);
}

/**
 * Writes a span of time in the site's time zone, such as `Saturday, Nov 21, 2026, 7:30 PM to 10:00 PM GMT`. Names
 * the time zone for readers elsewhere.
 */
export function formatWhen(start: Date, end: Date, timeZone: string): string {
  const from = wordsOf(start, timeZone);
  const to = wordsOf(end, timeZone);
  const until = from.day === to.day ? to.time : `${to.day}, ${to.time}`;
  const change = from.zone === to.zone ? '' : ` ${from.zone}`;
  return `${from.day}, ${from.time}${change} to ${until} ${to.zone}`;
}

/** Writes one moment, such as `Saturday, Nov 21, 2026, 7:30 PM GMT`. */
export function formatMoment(moment: Date, timeZone: string): string {
  const { day, time, zone } = wordsOf(moment, timeZone);
  return `${day}, ${time} ${zone}`;
}

/** Names an event on the payment page: its title, its start and, if it is known, its place. */
export function describeEvent(
  { title, start_time, location }: { title: string; start_time: Date; location: string | null },
  timeZone: string,
): string {
  const start = formatMoment(start_time, timeZone);
  return [title, start, ...(location === null ? [] : [location])].join(' · ');
}

interface Doors {
  start_time: Date;
  /** How many minutes before the start the doors open. Null when the team did not say. */
  doors_minutes: number | null;
}

/** Lists when the doors open as a fact about the event, such as `7:00 PM`, or nothing when the team did not say. */
export function listDoors({ start_time, doors_minutes }: Doors, timeZone: string) {
  if (doors_minutes === null) return [];
  const doors = wordsOf(new Date(start_time.getTime() - doors_minutes * 60_000), timeZone);
  const isSameDay = doors.day === wordsOf(start_time, timeZone).day;
  return [{ label: 'Doors', value: isSameDay ? doors.time : `${doors.day}, ${doors.time}` }];
}

const formatterOf = keepFormatters('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZoneName: 'short',
});

// Takes the parts of a date from Intl, because the text between them differs between releases of Node.
function wordsOf(moment: Date, timeZone: string) {
  const parts = formatterOf(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  // For noon and midnight, some releases of Node write 0 instead of 12.
  const hour = Number(part('hour')) % 12 || 12;
  // Dates look as they do on the pages. British English shortens September to four letters.
  const date = `${part('month').slice(0, 3)} ${part('day')}, ${part('year')}`;
  return {
    date,
    day: `${part('weekday')}, ${date}`,
    time: `${hour}:${part('minute')} ${part('dayPeriod').toUpperCase()}`,
    zone: part('timeZoneName'),
  };
}

/** Writes the day of a moment, such as `Nov 21, 2026`. */
export function formatDate(moment: Date, timeZone: string): string {
  return wordsOf(moment, timeZone).date;
}

export function formatWhere(location: string | null): string {
  return location ?? 'The organiser will tell you the place';
}

/**
 * Writes a name so that mail programs do not make it a link: an invisible space follows each dot, slash, colon or @ in
 * it. Use this for names that strangers chose, in mails that the reader did not ask for.
 */
export function breakLinks(name: string): string {
  return name.replace(/(?<=\S)[.:/@](?=\S)/g, '$&\u200b');
}

export function breakLinksIn<Name extends string, T extends Record<Name, string | null>>(
  row: T,
  names: readonly Name[],
): T {
  const broken = names.map((name): [string, string | null] => {
    const value = row[name];
    return [name, value === null ? null : breakLinks(value)];
  });
  return { ...row, ...Object.fromEntries(broken) };
}

const longestName = 60;

/** Writes the name of a person, which a stranger may have chosen: without links, and too short for a message. */
export function writeName(name: string): string {
  const letters = Array.from(name);
  return breakLinks(letters.length <= longestName ? name : `${letters.slice(0, longestName - 1).join('')}…`);
}

/** The sentence about where to ask about the event: `begin` is its first half, and `link` its second half. */
export interface Questions {
  begin: string;
  link: string;
  href: string;
}

interface Asking {
  team_contact_email: string | null;
  /** Whether the reader asked for this mail. Without that, an address that a stranger chose must not become a link. */
  isAsked: boolean;
  /** The page that shows the address too. */
  page: string;
}

/** Returns null when the team has no address for questions. */
export function explainQuestions({ team_contact_email, isAsked, page }: Asking): Questions | null {
  if (team_contact_email === null) return null;
  return isAsked
    ? {
        begin: 'Questions about this event? Write to',
        link: team_contact_email,
        href: `mailto:${team_contact_email}`,
      }
    : {
        begin: 'Questions about this event? The address of the organisers is on',
        link: 'this page',
        href: page,
      };
}

export function writeQuestions({ begin, link, href }: Questions): string {
  return href === `mailto:${link}` ? `${begin} ${link}` : `${begin} ${link}: ${href}`;
}
