import type { DoorAnswer, DoorCode, ShownTicket } from '../door.api.ts';
import type { DoorGuest } from '../guests/door.guests.api.ts';
import type { KeptScan } from './door-database.ts';

type ScannedTicket = Pick<DoorGuest, 'id' | 'name' | 'type_name' | 'order_number' | 'status' | 'used_at'>;

/** The ticket with the fields that every door shows. The server has put the buyer's name where a ticket has none. */
export function toShown({ id, name, type_name, order_number, status, used_at }: ScannedTicket): ShownTicket {
  return { id, attendee_name: name, username: name, type_name, order_number, status, used_at };
}

/** Finds a guest by the id of the ticket, or by the hash of the code in the QR code. */
export function findGuest(
  guests: readonly DoorGuest[],
  code: DoorCode,
  codeHash: string,
): DoorGuest | undefined {
  return guests.find((guest) =>
    typeof code === 'number' ? guest.id === code : guest.code_hash === codeHash,
  );
}

/** Answers for the server, from the list of guests and from the scans that this device keeps. */
export function answerOffline(
  guest: DoorGuest,
  kept: readonly KeptScan[],
  now: string,
): DoorAnswer<ShownTicket> {
  const earlier = kept.find(({ ticketId, problem }) => ticketId === guest.id && !problem);
  const ticket = toShown(guest);
  if (earlier || guest.status === 'used') {
    const used = { ...ticket, status: 'used' as const, used_at: earlier?.scannedAt ?? guest.used_at };
    return { kind: 'refused', reason: 'Ticket has already been used', ticket: used };
  }
  if (guest.status !== 'valid') return { kind: 'refused', reason: `Ticket has been ${guest.status}`, ticket };
  return { kind: 'accepted', ticket: { ...ticket, status: 'used', used_at: now }, isKept: true };
}

/** The hash by which the list of guests knows the code of a QR code. */
export async function hashCode(code: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Counts the people who are in, and all who have a ticket. */
export function countTickets(guests: readonly DoorGuest[]): { admitted: number; expected: number } {
  const admitted = guests.filter(({ status }) => status === 'used').length;
  return { admitted, expected: admitted + guests.filter(({ status }) => status === 'valid').length };
}
