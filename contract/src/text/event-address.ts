// The server and the web write the address of an event's page here, so that all links to it are the same.

/** The longest name in an address, in characters. */
const maxNameLength = 60;

/** Latin letters that Unicode does not take apart into a plain letter and a mark. */
const plainLetters: Partial<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'ng',
  þ: 'th',
  ŧ: 't',
};

/**
 * Writes the readable name of a title: only small Latin letters, digits and hyphens. Letters of other scripts are left
 * out, so the name may be empty.
 */
export function writeSlug(title: string): string {
  const name = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’]+/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => plainLetters[letter] ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (name.length <= maxNameLength) return name;
  // Leave out the word that does not fit, unless it is the only one.
  return name
    .slice(0, maxNameLength + 1)
    .replace(/-[^-]*$/, '')
    .slice(0, maxNameLength);
}

export interface AddressedEvent {
  id: number;
  /** Left out where the event may be private. The address then has only the number, and leads to the same page. */
  title?: string;
  /** The key of a private event lets people outside the event's team open it. */
  key?: string | null;
  is_public?: boolean;
}

/**
 * Writes the number and the readable name of an event, such as `42-summer-jazz`. The address of a private event has no
 * name, because people who only see its address must not learn what the event is.
 */
export function writeEventName({ id, title = '', key, is_public = true }: AddressedEvent): string {
  const slug = key || !is_public ? '' : writeSlug(title);
  return slug ? `${id}-${slug}` : String(id);
}

/** Reads the number of an event from its name in an address. Only the number counts. */
export function readEventName(name: string): number | null {
  const number = /^([1-9]\d{0,14})(?:-|$)/.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** The path and query of an event's page. */
export function writeEventPath(event: AddressedEvent): string {
  return `/events/${writeEventName(event)}${event.key ? `?key=${event.key}` : ''}`;
}
