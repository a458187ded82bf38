import { type Answer, api } from '../../api/client.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import {
  allowForLostAnswer,
  checkInAtDoor,
  type DoorAnswer,
  type DoorCode,
  doorPatience,
  isAnswered,
  lookUpAtDoor,
  readOutage,
  type ShownTicket,
} from './door.api.ts';
import { callForDoor, type DoorPerson } from './guests/door.guests.api.ts';
import { toShown } from './offline/answer-offline.ts';

/** A ticket that is shown at the door. The server knows a scan that is sent again by its id. */
export interface Scan {
  id: string;
  code: DoorCode;
  /**
   * The hash of the code that the ticket had in the list of guests. A ticket that was given away since then has another
   * code, and the server refuses it.
   */
  codeHash?: string;
  /** Whether an earlier scan with another id got no answer from the server. */
  mayBeIn?: boolean;
}

export interface AskOptions {
  /** Whether the staff have decided to admit the ticket, whatever the look-up says. */
  force: boolean;
  /** Whether this scan was sent before, and got no answer. */
  isRepeated: boolean;
  /** Returns why a valid ticket cannot be used at this event today; null when it can. */
  findObjection: (ticket: Ticket) => string | null;
}

export interface AskedAtDoor {
  answer: DoorAnswer<ShownTicket>;
  /** What was sent to check the ticket in, or null if it was only looked up. The server knows a scan by its id. */
  sent: { code: DoorCode; id?: string } | null;
}

/** Looks a ticket up if that is needed, and checks it in. */
export async function askAtDoor(
  person: DoorPerson,
  scan: Scan,
  { force, isRepeated, findObjection }: AskOptions,
): Promise<AskedAtDoor> {
  const { code, mayBeIn = false } = scan;
  // A guest from the list of this event needs no look-up first, nor does a scan that was sent before.
  if (typeof code === 'number' || isRepeated) return { answer: await scanTicket(person, scan), sent: scan };
  // The staff may admit a ticket for another event, and a scan is always for this event.
  if (force) return { answer: await checkInAtDoor(code, mayBeIn), sent: { code } };
  const found = await lookUpAtDoor(code, mayBeIn, findObjection);
  return found ? { answer: found, sent: null } : { answer: await scanTicket(person, scan), sent: scan };
}

/** Checks in the ticket with this code or id. */
export async function scanTicket(person: DoorPerson, scan: Scan): Promise<DoorAnswer<ShownTicket>> {
  const [answer] = await scanTickets(person, [scan]);
  return answer;
}

type Answers = [DoorAnswer<ShownTicket>, ...DoorAnswer<ShownTicket>[]];

/** Checks in several tickets. Returns an answer for each, or a single one if the server did not answer. */
export async function scanTickets(person: DoorPerson, scans: readonly Scan[]): Promise<Answers> {
  const unsure = new Set(scans.flatMap(({ id, mayBeIn }) => (mayBeIn ? [id] : [])));
  try {
    const { results } = await api('POST /events/:id/door/scans', {
      ...callForDoor(person),
      signal: AbortSignal.timeout(doorPatience),
      body: {
        scans: scans.map(({ id, code, codeHash }) =>
          typeof code === 'number' ? { id, ticket_id: code, code_hash: codeHash } : { id, code },
        ),
      },
    });
    const [first, ...others] = results.map((result) =>
      allowForLostAnswer(readResult(result), unsure.has(result.id)),
    );
    if (!first) throw new Error('The server has answered no scan');
    return [first, ...others];
  } catch (error) {
    return [readOutage(error, unsure.size > 0 || !isAnswered(error))];
  }
}

type Result = Answer<'POST /events/:id/door/scans'>['results'][number];

function readResult({ outcome, msg, ticket: found }: Result): DoorAnswer<ShownTicket> {
  const ticket = found ? toShown(found) : null;
  if (outcome === 'admitted' && ticket) return { kind: 'accepted', ticket };
  return { kind: 'refused', reason: msg ?? 'Ticket not found', ticket };
}
