import type { DoorAnswer, DoorCode, ShownTicket } from './door.api.ts';
import type { AskedAtDoor, Scan } from './door.scans.api.ts';
import type { DoorGuest } from './guests/door.guests.api.ts';
import { findGuest, hashCode } from './offline/answer-offline.ts';
import type { DoorEntry } from './use-door-log.ts';

/** Somebody tries again soon. Later the same code may be in the hands of another guest. */
const triesAgainFor = 60_000;

/**
 * Whether this scan of a code repeats the one whose result is on the screen. Then it is sent with the same id and gets
 * the answer that was lost. Any other scan gets a new id, so that no second guest enters with the answer of the first.
 */
export function isStillShown(
  shown: Pick<DoorEntry, 'code' | 'at'> | null,
  code: DoorCode,
  now: number,
): boolean {
  return shown?.code === code && now - shown.at < triesAgainFor;
}

type LostScan = Pick<Scan, 'code'> & { id?: string };

/** A ticket by what is known of it: its id, the hash of its code, or both. */
interface KnownTicket {
  id?: number;
  codeHash?: string;
}

/**
 * Remembers the scans of a door that got no answer, until a later scan of the same ticket gets one. A lost scan may have
 * checked the ticket in, so a ticket that is then reported as used is left to the staff. The list of guests tells that a
 * QR code and a guest chosen by name are the same ticket. It has no short codes, because their hashes could be guessed,
 * so the lost scan of a short code is found only by the same short code.
 * @param listGuests returns the list of guests as it is known now
 */
export function createLostScans(listGuests: () => readonly DoorGuest[]) {
  let lost: { scanId?: string; ticket: KnownTicket }[] = [];
  /** Returns the lost scans of the ticket that this scan is for. */
  const listFor = async (code: DoorCode) => {
    const ticket = await identify(code, listGuests());
    return lost.filter((one) => isSame(one.ticket, ticket));
  };
  /** @param scan without an id if the check-in was sent without one, so that it cannot be sent again */
  const note = async ({ id, code }: LostScan, answer: DoorAnswer<ShownTicket>) => {
    const ticket = await identify(code, listGuests());
    if (answer.kind !== 'unsure') lost = lost.filter((one) => !isSame(one.ticket, ticket));
    else if (answer.mayBeIn) {
      lost = [...lost.filter(({ scanId }) => !id || scanId !== id), { scanId: id, ticket }];
    }
  };
  return {
    /** Returns the id of the newest lost scan of the ticket with this code, or undefined if it has none. */
    async find(code: DoorCode): Promise<string | undefined> {
      return (await listFor(code)).at(-1)?.scanId;
    },
    /**
     * Whether another scan of the same ticket was lost. The server knows a scan that is sent again by its id, so a scan
     * that is reported as used did not use the ticket itself.
     */
    async mayBeIn({ id, code }: Scan): Promise<boolean> {
      return (await listFor(code)).some(({ scanId }) => scanId !== id);
    },
    note,
    /** Notes what was sent for a scan. After a look-up alone, an unsure answer says nothing of a check-in. */
    async noteAsked(scan: Scan, { answer, sent }: AskedAtDoor): Promise<void> {
      if (sent || answer.kind !== 'unsure') await note(sent ?? scan, answer);
    },
  };
}

export type LostScans = ReturnType<typeof createLostScans>;

/** Over HTTP browsers make no hashes. Then the code stands for itself, and the list of guests does not know it. */
async function identify(code: DoorCode, guests: readonly DoorGuest[]): Promise<KnownTicket> {
  const hash = typeof code === 'string' ? await hashCode(code).catch(() => code) : undefined;
  const guest = findGuest(guests, code, hash ?? '');
  return typeof code === 'number'
    ? { id: code, codeHash: guest?.code_hash }
    : { id: guest?.id, codeHash: hash };
}

function isSame(one: KnownTicket, other: KnownTicket): boolean {
  return (
    (one.id !== undefined && one.id === other.id) ||
    (one.codeHash !== undefined && one.codeHash === other.codeHash)
  );
}
