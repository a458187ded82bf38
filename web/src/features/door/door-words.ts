import type { DoorAnswer } from './door.api.ts';

/** Returns the large word of a result, which the staff can read from a few steps away. */
export function wordOf({ kind, ticket }: Pick<DoorAnswer, 'kind' | 'ticket'>): string {
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
export function findReason(answer: DoorAnswer): string | null {
  return answer.kind === 'accepted' || wordOf(answer) === 'Already used' ? null : answer.reason;
}
