import type { BadgeTone } from '../../../ui/badge.tsx';
import type { SoldOrder } from '../sold/orders.sold.api.ts';
import { stateTones } from '../../tickets/state-tones.ts';

/**
 * Describes a complimentary ticket.
 * @param isUndelivered whether the mail with the ticket did not reach the guest
 */
export function describeGuestTicket(
  { status }: Pick<SoldOrder['tickets'][number], 'status'>,
  isUndelivered: boolean,
): { word: string; tone: BadgeTone } {
  if (status === 'used') return { word: 'Checked in', tone: stateTones.checkedIn };
  if (status !== 'valid') return { word: 'Cancelled', tone: stateTones.cancelled };
  return isUndelivered
    ? { word: 'Not delivered', tone: stateTones.undelivered }
    : { word: 'Invited', tone: stateTones.registered };
}
