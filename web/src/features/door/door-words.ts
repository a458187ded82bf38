import type { DoorAnswer } from './door.api.ts';

/** The one large word of an answer, readable from three steps away. */
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

/** Why the ticket was not checked in. Null when it was, or when the word already says it. */
export function findReason(answer: DoorAnswer): string | null {
  return answer.kind === 'accepted' || wordOf(answer) === 'Already used' ? null : answer.reason;
}
