import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { personalKey } from '../../api/query-keys.ts';

/** A ticket type as the people who run the event see it, with all figures and settings. */
export type ManagedType = Answer<'POST /events/:id/ticket-types'>['ticket_type'];

/** Loaded again on each visit, because the numbers of sold tickets change. */
export function managedTypesQuery(eventId: number, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'ticket-types', eventId),
    queryFn: ({ signal }) => listManagedTypes(eventId, signal),
    staleTime: 0,
  });
}

export async function listManagedTypes(eventId: number, signal?: AbortSignal): Promise<ManagedType[]> {
  const { ticket_types } = await api('GET /events/:id/ticket-types', { params: { id: eventId }, signal });
  return ticket_types.filter((type): type is ManagedType => type.sold !== undefined);
}
