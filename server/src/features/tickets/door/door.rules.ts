import { createHash } from 'node:crypto';
import type { ScanOutcome } from '@foyer/contract/sales/door.ts';
import { errorTable } from '@foyer/contract/errors.ts';

const hourMs = 3600 * 1000;

/** Returns when links for volunteers begin to work and when they end. */
export function findOpening({ start_time, end_time }: { start_time: Date; end_time: Date }) {
  return {
    opens_at: new Date(start_time.getTime() - 12 * hourMs),
    closes_at: new Date(end_time.getTime() + 6 * hourMs),
  };
}

/** A device that has no network recognises a code by its hash, so that a lost device gives away no codes. */
export function hashCode(ticketCode: string): string {
  return createHash('sha256').update(ticketCode).digest('hex').slice(0, 32);
}

/** Says why a scan admitted nobody. Null for a scan that admitted somebody. */
export function explainOutcome(outcome: ScanOutcome): string | null {
  switch (outcome) {
    case 'admitted':
      return null;
    case 'other_event':
      return 'This ticket is for another event';
    case 'too_early':
      return 'This ticket was scanned before the day of the event';
    case 'check_in_undone':
      return 'This check-in was undone';
    case 'scan_id_taken':
      return 'Another ticket was scanned with this id';
    default:
      return errorTable[outcome].msg;
  }
}
