import type { DoorAnswer, DoorCode, ShownTicket } from './door.api.ts';
import type { Scan } from './door.scans.api.ts';
import { hashCode } from './offline/answer-offline.ts';

/**
 * Remembers the scans of a door that got no answer, until a later scan of the same ticket gets one. A lost scan may have
 * checked the ticket in, so a ticket that is then reported as used is left to the staff. Single scans and groups share
 * these, because a guest of a group may next show a QR code.
 */
export function createLostScans() {
  /** The ids of lost scans, by the id of the ticket and by the hash of its code. */
  const ids = new Map<DoorCode, string>();
  const find = async (code: DoorCode) => ids.get(await keyOf(code));
  return {
    /** Returns the id of the lost scan of this ticket, or undefined if there is none. */
    find,
    async note(scan: Scan, answer: DoorAnswer<ShownTicket>): Promise<void> {
      const lost = await find(scan.code);
      for (const [key, id] of ids) if (id === lost) ids.delete(key);
      if (answer.kind !== 'unsure' || !answer.mayBeIn) return;
      ids.set(await keyOf(scan.code), scan.id);
      if (scan.codeHash !== undefined) ids.set(scan.codeHash, scan.id);
    },
  };
}

export type LostScans = ReturnType<typeof createLostScans>;

/** Over HTTP browsers make no hashes. Then the code stands for itself. */
function keyOf(code: DoorCode): DoorCode | Promise<DoorCode> {
  return typeof code === 'number' ? code : hashCode(code).catch(() => code);
}
