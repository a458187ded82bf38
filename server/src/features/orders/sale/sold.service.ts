import type { EventDetails } from '../../events/events.queries.ts';
import { presentOrder, type OrderDetails } from '../orders.details.queries.ts';
import { getHoldStart } from '../orders.rules.ts';
import type { PromoCode } from './promo.rules.ts';
import type { WantedOrder } from './sell.service.ts';

/** Converts an order that was just sold to the shape of the API, without reading it again. */
export function presentSold(
  wanted: WantedOrder,
  event: EventDetails,
  sold: { sold: number; tickets: readonly number[]; at: Date },
  { promo, replaced }: { promo: PromoCode | null | undefined; replaced: OrderDetails | null },
) {
  const isFree = wanted.hold_until === null;
  const order = {
    ...wanted,
    id: sold.sold,
    event_id: event.id,
    team_id: event.team_id,
    team_name: event.team_name,
    team_contact_email: event.team_contact_email,
    event_title: event.title,
    start_time: event.start_time,
    end_time: event.end_time,
    doors_minutes: event.doors_minutes,
    location: event.location,
    category: event.category,
    event_img_url: event.event_img_url,
    event_status: event.status,
    is_public: event.is_public,
    allows_transfers: event.allows_transfers,
    refund_days: event.refund_days,
    is_single: false,
    status: isFree ? ('confirmed' as const) : ('held' as const),
    subtotal_pence: wanted.subtotal,
    discount_pence: wanted.discount,
    total_pence: wanted.subtotal - wanted.discount,
    currency: 'gbp',
    promo_code: promo?.code ?? null,
    placed_at: sold.at,
    confirmed_at: isFree ? sold.at : null,
    hold_expires_at: wanted.hold_until === null ? null : new Date(wanted.hold_until),
    device_hash: wanted.device_hash === null ? null : Buffer.from(wanted.device_hash, 'hex'),
    more_time_at: replaced?.more_time_at ?? null,
    held_since: replaced && getHoldStart(replaced),
  } satisfies OrderDetails;
  const tickets = wanted.tickets.map((ticket, index) => ({
    id: sold.tickets[index] ?? 0,
    place: ticket.place,
    ticket_type_id: ticket.type,
    type_name: ticket.name,
    attendee_name: ticket.attendee_name,
    attendee_email: ticket.attendee_email,
    list_pence: ticket.list,
    discount_pence: ticket.discount,
    price_pence: ticket.list - ticket.discount,
    status: isFree ? ('valid' as const) : ('held' as const),
    used_at: null,
    ticket_code: ticket.code,
    short_code: ticket.short_code,
    transferred_at: null,
  }));
  return presentOrder(order, tickets, { withCodes: true, now: sold.at });
}
