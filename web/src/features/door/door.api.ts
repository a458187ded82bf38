import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import type { Ticket } from '../tickets/tickets.api.ts';

interface Accepted {
  kind: 'accepted';
  ticket: Ticket;
}

/** The reason is a sentence; there is no ticket when there is none of that code. */
interface Refused {
  kind: 'refused';
  reason: string;
  ticket: Ticket | null;
}

/** Somebody has to decide: the ticket is good, but not here and now, or it is used, perhaps by this very guest. */
interface Held {
  kind: 'held';
  reason: string;
  ticket: Ticket;
}

/** What the door says to a ticket. */
export type Verdict =
  /** It would be let in, and was not yet; looked up at `asOf`, in milliseconds since 1970. */
  { kind: 'valid'; ticket: Ticket; asOf: number } | Accepted | Refused;

/** What one event's door says to a code that it was given, having let in whom it may. */
export type DoorAnswer =
  | Accepted
  | Refused
  | Held
  /** No answer came; `mayBeIn` when a check-in was sent, which may have been done all the same. */
  | { kind: 'unsure'; reason: string; ticket: null; mayBeIn: boolean };

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

/**
 * Lets the holder of a code in to one event, unless there is an objection.
 * @param mayBeIn an earlier check-in of it may have been done
 * @param findObjection why a good ticket is not for here and now, in a sentence; null when it is
 */
export async function answerAtDoor(
  code: string,
  mayBeIn: boolean,
  findObjection: (ticket: Ticket) => string | null,
): Promise<DoorAnswer> {
  try {
    const { ticket } = await api('GET /tickets/verify/:code', { params: { code } });
    const objection = findObjection(ticket);
    if (objection) return { kind: 'held', reason: objection, ticket };
  } catch (error) {
    return readDoorFailure(error, mayBeIn);
  }
  return checkInAtDoor(code, mayBeIn);
}

/** The same when somebody has decided that no objection counts. */
export async function checkInAtDoor(code: string, mayBeIn: boolean): Promise<DoorAnswer> {
  try {
    const { ticket } = await api('POST /tickets/use/:codeOrId', { params: { codeOrId: code } });
    return { kind: 'accepted', ticket };
  } catch (error) {
    const isAnswered = error instanceof CallError && error.status >= 400 && error.status < 500;
    return readDoorFailure(error, mayBeIn || !isAnswered);
  }
}

/** A ticket that is used after a check-in without an answer may have been used by it: its guest is not sent away. */
export function allowForLostAnswer<Answer extends Verdict | DoorAnswer>(
  answer: Answer,
  mayBeIn: boolean,
): Answer | Held {
  if (!mayBeIn || answer.kind !== 'refused' || answer.ticket?.status !== 'used') return answer;
  return { kind: 'held', reason: 'Already checked in, perhaps by the try before', ticket: answer.ticket };
}

/**
 * Lets somebody in who is on the list, by the id of their ticket.
 * @throws CallError when the ticket is refused
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

function readRefusal(error: unknown): Refused {
  if (!(error instanceof CallError) || ![400, 404, 409].includes(error.status)) throw error;
  // The server puts the refused ticket beside its reason.
  const ticket = (error.ticket ?? null) as Ticket | null;
  return { kind: 'refused', reason: error.msg, ticket };
}

function readDoorFailure(error: unknown, mayBeIn: boolean): DoorAnswer {
  if (error instanceof CallError && error.status === 403) {
    return { kind: 'refused', reason: 'This ticket is for an event of another team', ticket: null };
  }
  try {
    return allowForLostAnswer(readRefusal(error), mayBeIn);
  } catch {
    const reason = messageOf(error, 'No answer came to this ticket. Please try again.');
    return { kind: 'unsure', reason, ticket: null, mayBeIn };
  }
}
