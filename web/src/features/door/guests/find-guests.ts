import type { DoorGuest } from './door.guests.api.ts';

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Finds the guests whose name or order number contains each of the typed words, by name. Cancelled and refunded tickets
 * come last, so that the staff can tell their holders why they cannot come in.
 * @returns at most `most` guests, and how many there are
 */
export function findGuests(
  guests: readonly DoorGuest[],
  typed: string,
  most: number,
): { found: DoorGuest[]; total: number } {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { found: [], total: 0 };
  const matching = guests.filter(({ name, order_number }) => {
    const text = `${fold(name)} ${order_number.toLowerCase()}`;
    return words.every((word) => text.includes(word));
  });
  const sorted = matching.toSorted(
    (one, other) =>
      Number(hasEnded(one)) - Number(hasEnded(other)) ||
      byName.compare(one.name, other.name) ||
      one.id - other.id,
  );
  return { found: sorted.slice(0, most), total: matching.length };
}

/** Whether the ticket was cancelled or refunded. */
export function hasEnded({ status }: Pick<DoorGuest, 'status'>): boolean {
  return status !== 'valid' && status !== 'used';
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
