// Keeps the keys of received tickets on this device, so that their holders need not look for the link in the mail.

const storedName = 'held_tickets';

/** People hold fewer tickets at a time. The oldest keys are deleted first. */
const mostKnown = 40;

interface KnownTicket {
  id: number;
  key: string;
}

export function findTicketKey(id: number): string | undefined {
  return listKnown().find((known) => known.id === id)?.key;
}

export function rememberTicketKey({ id, key }: KnownTicket): void {
  const others = listKnown().filter((known) => known.id !== id);
  try {
    localStorage.setItem(storedName, JSON.stringify([{ id, key }, ...others].slice(0, mostKnown)));
  } catch {
    // The storage is full or forbidden. The link in the mail still opens the ticket.
  }
}

function listKnown(): KnownTicket[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKnown) : [];
  } catch {
    return [];
  }
}

function isKnown(value: unknown): value is KnownTicket {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && typeof value.id === 'number' && 'key' in value && typeof value.key === 'string';
}
