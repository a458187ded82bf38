// Keeps the keys of doors on this device, so that a volunteer who closes the page need not look for the link again.

const storedName = 'door_keys';

/** Volunteers help at few events at a time. The oldest keys are deleted first. */
const mostKnown = 5;

/** A link that was opened so many milliseconds ago is forgotten, because its event is over. */
const forgottenAfter = 60 * 24 * 3600 * 1000;

interface KnownDoor {
  eventId: number;
  key: string;
  /** When the link was opened, in milliseconds since 1970. */
  at: number;
}

export function findDoorKey(eventId: number): string | undefined {
  return listKnown().find((known) => known.eventId === eventId)?.key;
}

export function rememberDoorKey({ eventId, key }: Omit<KnownDoor, 'at'>): void {
  store([{ eventId, key, at: Date.now() }, ...listOthers(eventId)].slice(0, mostKnown));
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
    'eventId' in value &&
    typeof value.eventId === 'number' &&
    'key' in value &&
    typeof value.key === 'string' &&
    'at' in value &&
    typeof value.at === 'number' &&
    Date.now() - value.at < forgottenAfter
  );
}
