import { type AttendeeState, findPaidAmount, stateOf } from './attendee-state.ts';
import type { Attendee } from './attendees.api.ts';
import { type AttendeesView, type Part, parts } from './attendees-search.ts';

const states: Record<Part, readonly AttendeeState[]> = {
  coming: ['in', 'awaited', 'unpaid'],
  in: ['in'],
  awaited: ['awaited'],
  unpaid: ['unpaid'],
  ended: ['cancelled', 'refunding', 'refunded', 'expired'],
  all: ['in', 'awaited', 'unpaid', 'cancelled', 'refunding', 'refunded', 'expired'],
};

/** Lists the attendees that match the filter (`show`) and whose name or email contains the search text (`q`). */
export function findAttendees(all: readonly Attendee[], { q, show }: Omit<AttendeesView, 'page'>) {
  const wanted = q.toLowerCase();
  return all
    .filter((attendee) => states[show].includes(stateOf(attendee)))
    .filter(({ name, email, order_number }) =>
      `${name}\n${email ?? ''}\n${order_number ?? ''}`.toLowerCase().includes(wanted),
    )
    .toSorted((one, other) => byName.compare(one.name, other.name));
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Counts the attendees that match each filter. The search text does not change these counts. */
export function countParts(all: readonly Attendee[]): Record<Part, number> {
  const counts: Record<Part, number> = { coming: 0, in: 0, awaited: 0, unpaid: 0, ended: 0, all: 0 };
  for (const attendee of all) {
    const state = stateOf(attendee);
    for (const part of parts) if (states[part].includes(state)) counts[part] += 1;
  }
  return counts;
}

/** Adds up the tickets that admit somebody or have admitted, in pounds what was paid for them, and refunded tickets. */
export function addUpTickets(all: readonly Attendee[]) {
  const inState = (...wanted: AttendeeState[]) =>
    all.filter((attendee) => wanted.includes(stateOf(attendee)));
  const sold = inState('in', 'awaited');
  return {
    sold: sold.length,
    refunded: inState('refunding', 'refunded').length,
    // Add whole pence, because sums of pounds are not exact.
    paid: sold.reduce((total, attendee) => total + Math.round(100 * findPaidAmount(attendee)), 0) / 100,
  };
}
