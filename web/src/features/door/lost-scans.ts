import type { DoorAnswer, DoorCode, ShownTicket } from './door.api.ts';
import type { Scan } from './door.scans.api.ts';
import { hashCode } from './offline/answer-offline.ts';

type ShownCode = Pick<Scan, 'code' | 'codeHash'>;

/** A ticket by what is known of it: its id, the hash of its code, or both. */
interface KnownTicket {
  id?: number;
  codeHash?: string;
}

/**
 * Remembers the scans of a door that got no answer, until a later scan of the same ticket gets one. A lost scan may have
 * checked the ticket in, so a ticket that is then reported as used is left to the staff. Single scans and groups share
 * these, because a guest of a group may next show a QR code.
 */
export function createLostScans() {
  let lost: { scanId: string; ticket: KnownTicket }[] = [];
  /** Returns the lost scans of the ticket that this scan is for. */
  const listFor = async (scan: ShownCode) => {
    const ticket = await identify(scan);
    return lost.filter((one) => isSame(one.ticket, ticket));
  };
  return {
    /** Returns the id of the newest lost scan of the ticket with this code, or undefined if there is none. */
    async find(code: DoorCode): Promise<string | undefined> {
      return (await listFor({ code })).at(-1)?.scanId;
    },
    /**
     * Whether another scan of the same ticket was lost. The server knows a scan that is sent again by its id, so a scan
     * that is reported as used did not use the ticket itself.
     */
    async mayBeIn(scan: Scan): Promise<boolean> {
      return (await listFor(scan)).some(({ scanId }) => scanId !== scan.id);
    },
    async note(scan: Scan, answer: DoorAnswer<ShownTicket>): Promise<void> {
      const ticket = await identify(scan);
      if (answer.kind !== 'unsure') lost = lost.filter((one) => !isSame(one.ticket, ticket));
      else if (answer.mayBeIn) {
        lost = [...lost.filter(({ scanId }) => scanId !== scan.id), { scanId: scan.id, ticket }];
      }
    },
  };
}

export type LostScans = ReturnType<typeof createLostScans>;

/** Over HTTP browsers make no hashes. Then the code stands for itself. */
async function identify({ code, codeHash }: ShownCode): Promise<KnownTicket> {
  return typeof code === 'number'
    ? { id: code, codeHash }
    : { codeHash: await hashCode(code).catch(() => code) };
}

function isSame(one: KnownTicket, other: KnownTicket): boolean {
  return (
    (one.id !== undefined && one.id === other.id) ||
    (one.codeHash !== undefined && one.codeHash === other.codeHash)
  );
}
