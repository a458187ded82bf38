import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { minutes } from '../../../api/query-client.ts';
import { personalKey } from '../../../api/query-keys.ts';

export type DoorGuest = Answer<'GET /events/:id/door/guests'>['guests'][number];

/** Who stands at the door: an account of the team, or a volunteer with the key of a link. */
export type DoorPerson = { eventId: number } & (
  | { userId: number; key?: undefined }
  | { userId?: undefined; key: string }
);

/** The key is sent in a header, because web addresses end up in logs. */
export function callForDoor({ eventId, key }: DoorPerson) {
  return {
    params: { id: eventId },
    headers: { 'x-door-key': key },
    // A volunteer's browser may be signed in to an account, which must not act here.
    anonymous: key !== undefined,
  };
}

/** The first part of the keys of all queries of a door. */
export function doorKey(person: DoorPerson) {
  const { eventId, key, userId } = person;
  return key === undefined ? personalKey(userId, 'door', eventId) : (['door', eventId, key] as const);
}

/** All tickets of the event, without addresses, prices and codes. */
export function guestsQuery(person: DoorPerson) {
  return queryOptions({
    queryKey: [...doorKey(person), 'guests'],
    queryFn: ({ signal }) => loadGuests(person, signal),
    staleTime: findPause,
    refetchInterval: findPause,
  });
}

/** The longer the list is, the less often it is loaded: each minute up to 1000 guests, then a thousand a minute. */
function findPause({ state }: { state: { data?: DoorGuest[] | undefined } }): number {
  return minutes(Math.max(1, Math.ceil((state.data?.length ?? 0) / 1000)));
}

/**
 * Writes tickets that this door has changed into the list, which is too long to be loaded after each scan. The list
 * still counts as read when it was loaded.
 */
export function updateGuests(
  queryClient: QueryClient,
  person: DoorPerson,
  tickets: readonly Pick<DoorGuest, 'id' | 'status' | 'used_at'>[],
): void {
  const { queryKey } = guestsQuery(person);
  const changed = new Map(tickets.map(({ id, status, used_at }) => [id, { status, used_at }]));
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  queryClient.setQueryData(
    queryKey,
    (guests) => guests?.map((guest) => ({ ...guest, ...changed.get(guest.id) })),
    { updatedAt },
  );
}

async function loadGuests(person: DoorPerson, signal: AbortSignal): Promise<DoorGuest[]> {
  const all: DoorGuest[] = [];
  for (;;) {
    const query = { after: all.at(-1)?.id };
    const { guests, is_last } = await api('GET /events/:id/door/guests', {
      ...callForDoor(person),
      query,
      signal,
    });
    all.push(...guests);
    if (is_last) return all;
  }
}
