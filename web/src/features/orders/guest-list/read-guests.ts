/** A line of the guest list as somebody types it. */
export interface GuestValues {
  name: string;
  email: string;
  /** How many tickets the guest gets. */
  quantity: string;
}

export const blankGuest: GuestValues = { name: '', email: '', quantity: '1' };

/** One list can have at most this many guests, because Foyer limits the mails to strangers. */
export const maxGuests = 30;

const emailLike = /[^\s,;<>"]+@[^\s,;<>"]+\.[^\s,;<>"]+/;

/**
 * Reads a pasted list with one guest per line, such as `Mara Ellis, mara@example.org, 2`, `Mara Ellis <mara@example.org>`
 * or cells copied from a spreadsheet. Lines without an email address come back as they are.
 */
export function readGuests(pasted: string): { guests: GuestValues[]; unread: string[] } {
  const guests: GuestValues[] = [];
  const unread: string[] = [];
  for (const line of pasted.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const guest = readGuest(line);
    if (guest) guests.push(guest);
    else unread.push(line.trim());
  }
  return { guests, unread };
}

function readGuest(line: string): GuestValues | null {
  const email = emailLike.exec(line)?.[0];
  if (email === undefined) return null;
  const [before = '', after = ''] = line.split(email);
  const quantity = /(?:^|[\s,;>"x×])([1-9]\d?)[\s"]*$/.exec(after)?.[1] ?? '1';
  const rest = before.replace(/[\s,;<"]+$/, '') || after.replace(/[\d\s"]*$/, '');
  const name = rest.replace(/^[\s,;<>"]+|[\s,;<>"]+$/g, '').replace(/\s+/g, ' ');
  return { name, email, quantity };
}
