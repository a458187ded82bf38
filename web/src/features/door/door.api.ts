import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import type { Ticket } from '../tickets/tickets.api.ts';

interface Accepted {
  kind: 'accepted';
  ticket: Ticket;
}

interface Refused {
  kind: 'refused';
  /** A sentence without its full stop. */
  reason: string;
  /** Null when no ticket has this code. */
  ticket: Ticket | null;
}

/** The staff must decide: a valid ticket for another event or day, or one whose check-in got no answer before. */
interface Held {
  kind: 'held';
  reason: string;
  ticket: Ticket;
}

/** What the door says about a ticket. */
export type Verdict =
  /** Valid and not checked in yet. `asOf` is when it was read, in milliseconds since 1970. */
  { kind: 'valid'; ticket: Ticket; asOf: number } | Accepted | Refused;

/** What an event's door answers to a code after it has tried to check it in. */
export type DoorAnswer =
  | Accepted
  | Refused
  | Held
  /** The server did not answer. `mayBeIn` is true when a check-in was sent, because it may have succeeded. */
  | { kind: 'unsure'; reason: string; ticket: null; mayBeIn: boolean };

/** Looks a ticket up without checking it in. Never cached, because other doors check tickets in too. */
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
 * Checks a ticket in, unless there is an objection.
 * @param mayBeIn whether an earlier check-in of this code got no answer
 * @param findObjection gives the reason why a valid ticket is not for this door today, or null
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

/** Checks a ticket in without looking for objections. */
export async function checkInAtDoor(code: string, mayBeIn: boolean): Promise<DoorAnswer> {
  try {
    const { ticket } = await api('POST /tickets/use/:codeOrId', { params: { codeOrId: code } });
    return { kind: 'accepted', ticket };
  } catch (error) {
    const isAnswered = error instanceof CallError && error.status >= 400 && error.status < 500;
    return readDoorFailure(error, mayBeIn || !isAnswered);
  }
}

/** After a check-in without an answer, a used ticket may have been used by that check-in: the staff must decide. */
export function allowForLostAnswer<Answer extends Verdict | DoorAnswer>(
  answer: Answer,
  mayBeIn: boolean,
): Answer | Held {
  if (!mayBeIn || answer.kind !== 'refused' || answer.ticket?.status !== 'used') return answer;
  return { kind: 'held', reason: 'Already checked in, perhaps by your last attempt', ticket: answer.ticket };
}

/**
 * Checks in an attendee from the list, by the ticket's id.
 * @throws CallError when the ticket is refused
 */
export async function checkInById(id: number): Promise<Ticket> {
  return (await api('POST /tickets/use/:codeOrId', { params: { codeOrId: id } })).ticket;
}

/**
 * Undoes a check-in (`valid`) or cancels an unpaid ticket.
 * @param reason for the audit
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
  // The server sends the refused ticket with its reason.
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
    const reason = messageOf(error, 'The server did not answer. Please try again.');
    return { kind: 'unsure', reason, ticket: null, mayBeIn };
  }
}
