import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import { isOutage } from '../../api/outage.ts';
import type { Ticket } from '../tickets/tickets.api.ts';

/** What a door shows of a ticket. Volunteers get no more than this. */
export type ShownTicket = Pick<
  Ticket,
  'id' | 'attendee_name' | 'username' | 'type_name' | 'order_number' | 'status' | 'used_at'
>;

/** The code of a ticket, or the id of a ticket that was chosen from the list of guests. */
export type DoorCode = string | number;

interface Accepted<T extends ShownTicket> {
  kind: 'accepted';
  ticket: T;
  /** All tickets that were checked in together. Undefined if only one ticket was checked in. */
  group?: readonly [T, ...T[]];
  /** Whether only this device knows of the check-in, because there was no network. */
  isKept?: boolean;
}

interface Refused<T extends ShownTicket> {
  kind: 'refused';
  /** Why the ticket was refused, as a sentence without its full stop. */
  reason: string;
  /** Null when no ticket has this code. */
  ticket: T | null;
}

/**
 * The staff must decide. Either the ticket is for another event or day, or the ticket is used, perhaps by an earlier
 * check-in whose answer was lost.
 */
interface Held<T extends ShownTicket> {
  kind: 'held';
  reason: string;
  ticket: T;
}

export type Verdict =
  /** Valid and not checked in yet. `asOf` is when the ticket was read, in milliseconds since 1970. */
  { kind: 'valid'; ticket: Ticket; asOf: number } | Accepted<Ticket> | Refused<Ticket>;

export type DoorAnswer<T extends ShownTicket = Ticket> =
  | Accepted<T>
  | Refused<T>
  | Held<T>
  /**
   * The server did not answer. `mayBeIn` is true when a check-in was sent, because the server may have
   * checked the ticket in. `isOutage` is false when the server did answer, for example that it was asked too often.
   */
  | { kind: 'unsure'; reason: string; ticket: null; mayBeIn: boolean; isOutage: boolean };

/** After so many milliseconds without an answer, a door works as if there was no network. */
export const doorPatience = 6000;

/** Looks a ticket up without checking it in. The result is never cached, because other devices check tickets in too. */
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
 * Looks a ticket up before it is checked in. Returns the answer if it cannot be checked in, or if `findObjection` says why
 * the staff must decide; else null.
 * @param mayBeIn whether an earlier check-in of this code got no answer from the server
 * @param findObjection returns why a valid ticket cannot be used at this event today; null when it can
 */
export async function lookUpAtDoor(
  code: string,
  mayBeIn: boolean,
  findObjection: (ticket: Ticket) => string | null,
): Promise<DoorAnswer | null> {
  try {
    const signal = AbortSignal.timeout(doorPatience);
    const { ticket } = await api('GET /tickets/verify/:code', { params: { code }, signal });
    const objection = findObjection(ticket);
    return objection === null ? null : { kind: 'held', reason: objection, ticket };
  } catch (error) {
    return readDoorFailure(error, mayBeIn);
  }
}

/**
 * Checks a ticket in, even if the ticket is for another event or day.
 * @param mayBeIn whether an earlier check-in of this code got no answer from the server
 */
export async function checkInAtDoor(code: DoorCode, mayBeIn: boolean): Promise<DoorAnswer> {
  try {
    const { ticket } = await api('POST /tickets/use/:codeOrId', { params: { codeOrId: code } });
    return { kind: 'accepted', ticket };
  } catch (error) {
    return readDoorFailure(error, mayBeIn || !isAnswered(error));
  }
}

/**
 * Checks in a ticket and the other tickets of its order that can be checked in.
 * @param codeOrId of a ticket that is not used yet
 * @returns a result for each ticket, or one result if the server refused or did not answer
 */
export async function checkInGroup(codeOrId: string | number): Promise<[DoorAnswer, ...DoorAnswer[]]> {
  try {
    const { tickets } = await api('POST /tickets/use/:codeOrId/order', { params: { codeOrId } });
    const [first, ...others] = tickets;
    if (!first)
      return [{ kind: 'refused', reason: 'No ticket of this order can be checked in', ticket: null }];
    return [
      { kind: 'accepted', ticket: first, group: [first, ...others] },
      ...others.map((ticket) => ({ kind: 'accepted' as const, ticket })),
    ];
  } catch (error) {
    return [readDoorFailure(error, !isAnswered(error))];
  }
}

/**
 * Normally refuses a used ticket. After a check-in that got no answer (`mayBeIn`), the staff decide, because that
 * check-in may have used the ticket for the guest at the door.
 */
export function allowForLostAnswer<T extends ShownTicket, Answer extends { kind: string }>(
  answer: Answer | Refused<T>,
  mayBeIn: boolean,
): Answer | Refused<T> | Held<T> {
  if (!mayBeIn || !isRefused(answer) || answer.ticket?.status !== 'used') return answer;
  return { kind: 'held', reason: 'Already checked in, perhaps by your last attempt', ticket: answer.ticket };
}

function isRefused<T extends ShownTicket>(answer: { kind: string } | Refused<T>): answer is Refused<T> {
  return answer.kind === 'refused';
}

/**
 * Checks in an attendee from the list of attendees, by the ticket's id.
 * @throws CallError when the ticket is refused
 */
export async function checkInById(id: number): Promise<Ticket> {
  return (await api('POST /tickets/use/:codeOrId', { params: { codeOrId: id } })).ticket;
}

/**
 * Sets a ticket's status: `valid` undoes a check-in, `cancelled` cancels an unpaid ticket.
 * @param reason is stored in the audit log
 */
export async function changeTicketStatus(
  id: number,
  status: 'valid' | 'cancelled',
  reason?: string,
): Promise<Ticket> {
  return (await api('PATCH /tickets/:id', { params: { id }, body: { status, reason } })).ticket;
}

/** Undoes the check-in of one ticket. */
export type UndoCheckIn = (ticketId: number) => Promise<ShownTicket>;

/** Undoes a check-in as a member of the team. */
export const undoAsMember: UndoCheckIn = (ticketId) => changeTicketStatus(ticketId, 'valid');

/**
 * Undoes these check-ins one after the other. A ticket that was refunded meanwhile is refused, but must not keep the
 * others used. Stops when the server does not answer. Returns the first error.
 */
export async function undoCheckIns(
  tickets: readonly ShownTicket[],
  undoOne: UndoCheckIn,
): Promise<{ undone: readonly ShownTicket[]; error?: unknown }> {
  const undone: ShownTicket[] = [];
  let failure: unknown;
  for (const { id } of tickets) {
    try {
      undone.push(await undoOne(id));
    } catch (error) {
      failure ??= error;
      if (!isAnswered(error)) break;
    }
  }
  return { undone, error: failure };
}

/** Whether the server has refused the request. After any other error, the server may have changed the ticket. */
export function isAnswered(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}

function readRefusal(error: unknown): Refused<Ticket> {
  if (!(error instanceof CallError) || ![400, 404, 409].includes(error.status)) throw error;
  // If there is a ticket with this code, the server sends it along with the refusal.
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
    return readOutage(error, mayBeIn);
  }
}

export function readOutage(error: unknown, mayBeIn: boolean) {
  const reason = messageOf(error, 'The server did not answer. Please try again.');
  const isUnreached = isOutage(error) || !(error instanceof CallError);
  return { kind: 'unsure', reason, ticket: null, mayBeIn, isOutage: isUnreached } as const;
}
