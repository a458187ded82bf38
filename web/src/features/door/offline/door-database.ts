// What a door keeps on this device, so that it works without a network: the list of guests, which is deleted after the
// event and at the log-out, and scans that wait to be sent, which name nobody.
import type { ScanOutcome } from '@foyer/contract/sales/door.ts';
import type { DoorGuest, DoorPerson } from '../guests/door.guests.api.ts';

export interface KeptDoor {
  eventId: number;
  title: string;
  startTime: string;
  endTime: string;
  /** When the list is deleted from this device. */
  closesAt: string;
  linkName: string | null;
  guests: DoorGuest[];
  /** When the list was read, in milliseconds since 1970. */
  at: number;
}

export interface KeptScan {
  id: string;
  eventId: number;
  ticketId: number;
  /** The ticket must still have the code with this hash. Undefined for a guest who was chosen from the list. */
  codeHash?: string;
  scannedAt: string;
  /** What the server said when it did not admit the ticket. Undefined while the scan waits to be sent. */
  problem?: {
    outcome: ScanOutcome;
    msg: string;
    name: string;
    usedAt: string | null;
    usedLink: string | null;
  };
}

const scansName = 'foyer-door-scans';

/** Each account has a database of its own, which the log-out deletes. The links of volunteers share one. */
function listsName({ userId }: DoorPerson): string {
  return `foyer-door-${userId ?? 'links'}`;
}

export async function saveDoor(person: DoorPerson, door: KeptDoor): Promise<void> {
  // The log-out deletes the database of an account when it finds this entry.
  if (person.userId !== undefined) localStorage.setItem(`kept:${person.userId}:door`, '{}');
  await runIn(listsName(person), 'readwrite', (store) => store.put(door, door.eventId));
}

/** Finds the list of guests for this event. Deletes all lists whose events are over. */
export async function findDoor(person: DoorPerson): Promise<KeptDoor | undefined> {
  const name = listsName(person);
  const all = await runIn<KeptDoor[]>(name, 'readonly', (store) => store.getAll() as IDBRequest<KeptDoor[]>);
  const now = Date.now();
  for (const { eventId, closesAt } of all) if (Date.parse(closesAt) < now) await forget(name, eventId);
  return all.find(({ eventId, closesAt }) => eventId === person.eventId && Date.parse(closesAt) >= now);
}

export function forgetDoor(person: DoorPerson): Promise<void> {
  return forget(listsName(person), person.eventId);
}

async function forget(name: string, eventId: number): Promise<void> {
  await runIn(name, 'readwrite', (store) => store.delete(eventId));
}

export async function keepScan(scan: KeptScan): Promise<void> {
  await runIn(scansName, 'readwrite', (store) => store.put(scan, scan.id));
}

export async function removeScan(id: string): Promise<void> {
  await runIn(scansName, 'readwrite', (store) => store.delete(id));
}

/** Lists the scans of an event in their order. */
export async function listScans(eventId: number): Promise<KeptScan[]> {
  const all = await runIn<KeptScan[]>(
    scansName,
    'readonly',
    (store) => store.getAll() as IDBRequest<KeptScan[]>,
  );
  return all
    .filter((scan) => scan.eventId === eventId)
    .toSorted((one, other) => one.scannedAt.localeCompare(other.scannedAt));
}

const storeName = 'kept';

/** Runs one request in a transaction of its own, and closes the database, so that the log-out can delete it. */
async function runIn<T>(
  name: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(name);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = ask(transaction.objectStore(storeName));
      // A write is safe only when its transaction is complete.
      transaction.addEventListener('complete', () => resolve(request.result));
      for (const failure of ['error', 'abort'])
        transaction.addEventListener(failure, () =>
          reject(transaction.error ?? new Error('Nothing was kept')),
        );
    });
  } finally {
    database.close();
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser forbids storage')),
    );
  });
}
