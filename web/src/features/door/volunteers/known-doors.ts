// Keeps the keys of doors on this device, so that a volunteer who closes the page need not look for the link again.

const storedName = 'door_keys';

/** Volunteers help at few events at a time. The oldest keys are deleted first. */
const mostKnown = 5;

interface KnownDoor {
  eventId: number;
  key: string;
}

export function findDoorKey(eventId: number): string | undefined {
  return listKnown().find((known) => known.eventId === eventId)?.key;
}

export function rememberDoorKey({ eventId, key }: KnownDoor): void {
  store([{ eventId, key }, ...listOthers(eventId)].slice(0, mostKnown));
}

export function forgetDoorKey(eventId: number): void {
  store(listOthers(eventId));
}

function listOthers(eventId: number): KnownDoor[] {
  return listKnown().filter((known) => known.eventId !== eventId);
}

function store(doors: KnownDoor[]): void {
  try {
    localStorage.setItem(storedName, JSON.stringify(doors));
  } catch {
    // The storage is full or forbidden. The link still opens the door.
  }
}

function listKnown(): KnownDoor[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKnown) : [];
  } catch {
    return [];
  }
}

function isKnown(value: unknown): value is KnownDoor {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'eventId' in value && typeof value.eventId === 'number' && 'key' in value && typeof value.key === 'string'
  );
}
