import { formatCount } from '../../format/counts.ts';
import { nameOnTicket } from '../tickets/name-on-ticket.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import type { DoorAnswer, ShownTicket } from './door.api.ts';

/** Returns the large word of a result, which the staff can read from a few steps away. */
export function wordOf({ kind, ticket }: Pick<DoorAnswer<ShownTicket>, 'kind' | 'ticket'>): string {
  switch (kind) {
    case 'accepted':
      return 'In';
    case 'refused':
      return ticket?.status === 'used' ? 'Already used' : 'Refused';
    case 'held':
      return 'Wait';
    case 'unsure':
      return 'No answer';
  }
}

/**
 * The sentence that explains the result of a check-in. Null for an accepted ticket, and when the large word says
 * enough, as "Already used" does.
 */
export function findReason(answer: DoorAnswer<ShownTicket>): string | null {
  return answer.kind === 'accepted' || wordOf(answer) === 'Already used' ? null : answer.reason;
}

/** Counts the tickets of a group by their types, such as `1 Adult, 1 Child`. */
export function describeTypesOf(group: readonly Pick<Ticket, 'type_name'>[]): string {
  const counts = new Map<string, number>();
  for (const { type_name } of group) counts.set(type_name, (counts.get(type_name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}

/** The label of the button that undoes the check-in of so many tickets. */
export function describeUndo(count: number): string {
  return count === 1 ? 'Undo' : `Undo all ${count}`;
}

/** Says what to do when check-ins wait on this device and its link has ended. Undefined when none waits. */
export function describeUnsent(count: number): string | undefined {
  if (count === 0) return undefined;
  const them = count === 1 ? 'it' : 'them';
  return `${formatCount(count, 'check-in')} on this device ${count === 1 ? 'waits' : 'wait'} to be sent. To send ${them}, open a new link on this device, or let a member of the team log in and open the check-in here. Do not delete this browser’s data before that.`;
}

/** Says which check-ins were undone. */
export function describeUndone(undone: readonly ShownTicket[]): string {
  const [first] = undone;
  return first && undone.length === 1
    ? `Check-in of ${nameOnTicket(first)} undone`
    : `Check-in of ${formatCount(undone.length, 'ticket')} undone`;
}
