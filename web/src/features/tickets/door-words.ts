import type { DoorAnswer } from './tickets.check-in.api.ts';

/** The one word that is read from three steps away. */
export function wordOf(answer: DoorAnswer): string {
  switch (answer.kind) {
    case 'accepted':
      return 'In';
    case 'refused':
      return answer.ticket?.status === 'used' ? 'Already used' : 'Refused';
    case 'held':
      return 'Wait';
    case 'unsure':
      return 'No answer';
  }
}
