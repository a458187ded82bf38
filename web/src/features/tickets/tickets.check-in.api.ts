import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { personalKey } from '../../api/query-client.ts';
import type { Ticket } from './tickets.api.ts';

/** What the door says to a ticket. */
export type Verdict =
  /** It would be let in, and was not yet; looked up at `asOf`, in milliseconds since 1970. */
  | { kind: 'valid'; ticket: Ticket; asOf: number }
  | { kind: 'accepted'; ticket: Ticket }
  /** The reason is a sentence; there is no ticket when there is none of that code. */
  | { kind: 'refused'; reason: string; ticket: Ticket | null };

/** Looks a ticket up and changes nothing; read anew each time, since other doors are at work too. */
export function ticketCheckQuery(code: string, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'ticket-check', code),
    queryFn: async ({ signal }): Promise<Verdict> => {
      try {
        const { ticket } = await api('GET /tickets/verify/:code', { params: { code }, signal });
        return { kind: 'valid', ticket, asOf: Date.now() };
      } catch (error) {
        return readRefusal(error);
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** @throws ApiError when it cannot be known whether the ticket was let in, or the caller may not do this */
export async function checkIn(code: string): Promise<Verdict> {
  try {
    const { ticket } = await api('POST /tickets/use/:codeOrId', { params: { codeOrId: code } });
    return { kind: 'accepted', ticket };
  } catch (error) {
    return readRefusal(error);
  }
}

function readRefusal(error: unknown): Verdict {
  if (!(error instanceof ApiError) || ![400, 404, 409].includes(error.status)) throw error;
  // The server puts the refused ticket beside its reason.
  const ticket = (error.ticket ?? null) as Ticket | null;
  return { kind: 'refused', reason: error.msg, ticket };
}

/**
 * Lets somebody in who is on the list, by the id of their ticket.
 * @throws ApiError when the ticket is refused
 */
export async function checkInById(id: number): Promise<Ticket> {
  return (await api('POST /tickets/use/:codeOrId', { params: { codeOrId: id } })).ticket;
}

/**
 * Takes a check-in back (`valid`), or ends a ticket that was not paid for.
 * @param reason why, for the audit
 */
export async function changeTicketStatus(
  id: number,
  status: 'valid' | 'cancelled',
  reason?: string,
): Promise<Ticket> {
  return (await api('PATCH /tickets/:id', { params: { id }, body: { status, reason } })).ticket;
}
