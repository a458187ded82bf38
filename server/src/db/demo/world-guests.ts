import type { DemoEvent } from './world-event.ts';
import { demoUsers, namedUsers } from './world-people.ts';

export interface DemoGuest {
  username: string;
  /** Who let them in at the door, for a ticket that has been used. */
  letInBy?: string;
}

/** The people who fill the seats; those with a name in the read-me are there to take some themselves. */
const townspeople = demoUsers.slice(namedUsers);

/** What the attendee has already, by the event's title: something to see in the profile, the calendar and at a door. */
const attendeeTickets: Readonly<Record<string, DemoGuest>> = {
  'Board Games Upstairs': { username: 'attendee' },
  'Silent Film, Loud Piano': { username: 'attendee' },
  'Old Bridge Open Day': { username: 'attendee', letInBy: 'eventmanager' },
};

/** Everybody who has a ticket for the event. */
export function listGuests(event: DemoEvent): DemoGuest[] {
  const attendee = attendeeTickets[event.title];
  const others = townspeople.slice(0, event.townspeople).map(({ username }) => ({ username }));
  return attendee ? [attendee, ...others] : others;
}
