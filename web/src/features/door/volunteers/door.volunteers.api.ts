import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { personalKey } from '../../../api/query-keys.ts';
import {
  allowForLostAnswer,
  type DoorAnswer,
  type DoorCode,
  doorPatience,
  readOutage,
  type ShownTicket,
} from '../door.api.ts';
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

/**
 * Checks in the ticket with this code or id.
 * @param scanId the same id when the staff try again, so that the server knows a scan whose answer was lost
 * @param mayBeIn whether an earlier scan with another id got no answer from the server
 */
export async function scanTicket(
  person: DoorPerson,
  code: DoorCode,
  { scanId, mayBeIn }: { scanId: string; mayBeIn: boolean },
): Promise<DoorAnswer<ShownTicket>> {
  const scan = typeof code === 'number' ? { id: scanId, ticket_id: code } : { id: scanId, code };
  try {
    const { results } = await api('POST /events/:id/door/scans', {
      ...callForDoor(person),
      signal: AbortSignal.timeout(doorPatience),
      body: { scans: [scan] },
    });
    const [result] = results;
    const ticket = result?.ticket ? toShown(result.ticket) : null;
    if (result?.outcome === 'admitted' && ticket) return { kind: 'accepted', ticket };
    const reason = result?.msg ?? 'Ticket not found';
    return allowForLostAnswer({ kind: 'refused', reason, ticket }, mayBeIn);
  } catch (error) {
    return readOutage(error, true);
  }
}

/** @throws CallError when the check-in is not by this link, or the ticket has changed */
export async function undoScan(person: DoorPerson, ticketId: number): Promise<ShownTicket> {
  const body = { ticket_id: ticketId };
  return toShown((await api('POST /events/:id/door/undo', { ...callForDoor(person), body })).ticket);
}
