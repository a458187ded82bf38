import { isFree } from '../../format/money.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';

type Hold = Pick<
  MyRegistration,
  'paid' | 'price' | 'ticket_code' | 'event_status' | 'start_time' | 'hold_expires_at'
>;

/**
 * Whether a registration is a held seat that can still be paid for. A complimentary ticket is unpaid too, but is not a
 * hold.
 * @param now milliseconds since 1970
 */
export function isOpenHold(registration: Hold, now: number): boolean {
  const { paid, price, ticket_code, event_status, start_time, hold_expires_at } = registration;
  if (paid || ticket_code !== null || isFree(price)) return false;
  if (event_status !== 'published' || Date.parse(start_time) <= now) return false;
  return hold_expires_at === null || Date.parse(hold_expires_at) > now;
}
