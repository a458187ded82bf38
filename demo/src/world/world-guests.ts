import type { DemoEvent } from './world-event.ts';
import { demoUsers, namedUsers } from './world-people.ts';

export interface DemoGuest {
  username: string;
  /** The username of the team member who checked the guest in. This is missing while the ticket is unused. */
  checkedInBy?: string;
}

/**
 * The people who fill the seats of the demo events. The users named in the README are left out, so that they can
 * still register for these events.
 */
const townspeople = demoUsers.slice(namedUsers);

/** The tickets of the user `attendee`, by event title. They make the demo profile less empty. */
const attendeeTickets: Readonly<Record<string, DemoGuest>> = {
  'Board Games Upstairs': { username: 'attendee' },
  'Silent Film, Loud Piano': { username: 'attendee' },
  'Old Bridge Open Day': { username: 'attendee', checkedInBy: 'eventmanager' },
};

export function listGuests(event: DemoEvent): DemoGuest[] {
  const attendee = attendeeTickets[event.title];
  const others = townspeople.slice(0, event.townspeople).map(({ username }) => ({ username }));
  return attendee ? [attendee, ...others] : others;
}
