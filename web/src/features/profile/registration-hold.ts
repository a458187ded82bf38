import { isFree } from '../../format/money.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';

type Hold = Pick<
  MyRegistration,
  'paid' | 'price' | 'ticket_code' | 'event_status' | 'start_time' | 'hold_expires_at' | 'order_number'
>;

/**
 * Whether a registration is a held seat that can still be paid for. A complimentary ticket is unpaid too, but is not a
 * hold.
 * @param now milliseconds since 1970
 */
export function isOpenHold(registration: Hold, now: number): boolean {
  const { paid, price, ticket_code, event_status, start_time, hold_expires_at, order_number } = registration;
  if (paid || ticket_code !== null) return false;
  if (event_status !== 'published' || Date.parse(start_time) <= now) return false;
  // The price of the event is its lowest price, so an order for a free event may cost money.
  if (order_number !== null) return hold_expires_at !== null && Date.parse(hold_expires_at) > now;
  if (isFree(price)) return false;
  return hold_expires_at === null || Date.parse(hold_expires_at) > now;
}
