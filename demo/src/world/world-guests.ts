import type { DemoEvent } from './world-event.ts';
import { demoUsers, namedUsers } from './world-people.ts';

export interface DemoGuest {
  username: string;
  /** The team member who checked the guest in; missing while the ticket is unused. */
  checkedInBy?: string;
}

/** The people who fill the seats, without the users named in the README: they can still register for these events. */
const townspeople = demoUsers.slice(namedUsers);

/** The tickets that `attendee` has from the start, by event title, so that the profile is not empty. */
const attendeeTickets: Readonly<Record<string, DemoGuest>> = {
  'Board Games Upstairs': { username: 'attendee' },
  'Silent Film, Loud Piano': { username: 'attendee' },
  'Old Bridge Open Day': { username: 'attendee', checkedInBy: 'eventmanager' },
};

/** Lists everybody who has a ticket for the event. */
export function listGuests(event: DemoEvent): DemoGuest[] {
  const attendee = attendeeTickets[event.title];
  const others = townspeople.slice(0, event.townspeople).map(({ username }) => ({ username }));
  return attendee ? [attendee, ...others] : others;
}
