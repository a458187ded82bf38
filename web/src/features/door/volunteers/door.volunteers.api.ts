import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { personalKey } from '../../../api/query-keys.ts';
import type { ShownTicket } from '../door.api.ts';
import { callForDoor, doorKey, type DoorPerson } from '../guests/door.guests.api.ts';
import { toShown } from '../offline/answer-offline.ts';

export type DoorLink = Answer<'GET /events/:id/door-links'>['links'][number];

/** The links for volunteers of an event. */
export function doorLinksQuery(eventId: number, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'door-links', eventId),
    queryFn: ({ signal }) => api('GET /events/:id/door-links', { params: { id: eventId }, signal }),
    staleTime: 0,
  });
}

/** Other devices check people in too, so the numbers are loaded again after so many milliseconds. */
const readEvery = 10_000;

/** The event, and how many people are in. After the link was revoked, the server refuses this call. */
export function volunteerDoorQuery(person: DoorPerson) {
  return queryOptions({
    queryKey: [...doorKey(person), 'numbers'],
    queryFn: ({ signal }) => api('GET /events/:id/door', { ...callForDoor(person), signal }),
    staleTime: 0,
    refetchInterval: readEvery,
    refetchOnWindowFocus: 'always',
  });
}

/** @throws CallError when the check-in is not by this link, or the ticket has changed */
export async function undoScan(person: DoorPerson, ticketId: number): Promise<ShownTicket> {
  const body = { ticket_id: ticketId };
  return toShown((await api('POST /events/:id/door/undo', { ...callForDoor(person), body })).ticket);
}
