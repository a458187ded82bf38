import { CallError, messageOf } from '../../../api/call-error.ts';
import { formatCount } from '../../../format/counts.ts';
import type { GuestValues } from './read-guests.ts';

export interface GuestError {
  name: `guests.${number}.${keyof GuestValues}`;
  message: string;
}

const guestField = /^guests\.(\d+)\.(name|email|quantity)$/;

/** Lists the errors of single lines. The list is empty if the error concerns the whole list. */
export function listGuestErrors(error: unknown): GuestError[] {
  if (!(error instanceof CallError)) return [];
  return error.errors.flatMap(({ field, message }) => {
    const [, line, name] = guestField.exec(field) ?? [];
    if (line === undefined || name === undefined) return [];
    return [{ name: `guests.${Number(line)}.${name as keyof GuestValues}` as const, message }];
  });
}

/** Says why the list was refused. Nobody on a refused list gets a ticket. */
export function describeRefusal(error: unknown): string {
  const fallback = 'We could not send the tickets. Try again.';
  if (!(error instanceof CallError)) return fallback;
  const { remaining } = error.refusal;
  if (error.code === 'not_enough_left' && remaining !== undefined && remaining > 0) {
    return `Only ${formatCount(remaining, 'ticket')} left. Nobody was invited: shorten the list.`;
  }
  if (error.code === 'event_sold_out' || error.code === 'not_enough_left') {
    return 'There are no places left, so nobody was invited.';
  }
  return messageOf(error, fallback);
}
