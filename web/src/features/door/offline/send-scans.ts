import { CallError } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { callForDoor, type DoorPerson } from '../guests/door.guests.api.ts';
import { keepScan, type KeptScan, listScans, removeScan } from './door-database.ts';

/** The server takes up to 100 scans at once. */
const atOnce = 50;

/**
 * Sends the kept scans of an event in their order. A scan that admitted its ticket is deleted. Another one stays, with
 * the server's words, until somebody has read them. Only one tab sends at a time.
 * @returns how many scans were sent
 */
export async function sendKeptScans(person: DoorPerson): Promise<number> {
  return navigator.locks.request('foyer-door-scans', async () => {
    const waiting = (await listScans(person.eventId)).filter(({ problem }) => !problem);
    let sent = 0;
    while (sent < waiting.length) {
      const some = waiting.slice(sent, sent + atOnce);
      try {
        await send(person, some);
      } catch (error) {
        // Without a network, or without the right to check in any more, the scans stay and wait.
        if (error instanceof CallError || error instanceof DOMException) break;
        throw error;
      }
      sent += some.length;
    }
    return sent;
  });
}

async function send(person: DoorPerson, scans: readonly KeptScan[]): Promise<void> {
  const { results } = await api('POST /events/:id/door/scans', {
    ...callForDoor(person),
    body: {
      scans: scans.map(({ id, ticketId, codeHash, scannedAt }) => ({
        id,
        ticket_id: ticketId,
        code_hash: codeHash,
        scanned_at: scannedAt,
      })),
    },
  });
  for (const { id, outcome, msg, ticket } of results) {
    const scan = scans.find((one) => one.id === id);
    if (outcome === 'admitted' || !scan) {
      await removeScan(id);
      continue;
    }
    const name = ticket?.name ?? 'Unknown ticket';
    const { used_at: usedAt = null, used_link: usedLink = null } = ticket ?? {};
    await keepScan({ ...scan, problem: { outcome, msg: msg ?? '', name, usedAt, usedLink } });
  }
}
