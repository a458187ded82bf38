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
