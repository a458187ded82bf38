import type { ErrorCode } from '@foyer/contract/errors.ts';
import type { TicketTypeState } from '@foyer/contract/sales/ticket-types.ts';
import { ApiError } from '../../../http/errors.ts';
import { countRemaining, type Seats } from '../events.rules.ts';
import type { Offer, TypeRow } from './types.queries.ts';

type TypeRefusal = Extract<ErrorCode, 'sales_paused' | 'sales_not_started' | 'sales_ended'>;

/**
 * Finds the reason why a ticket type is not on sale now, or null if it is on sale. The number of tickets left does
 * not matter here.
 */
function findTypeRefusal(
  type: Pick<TypeRow, 'paused' | 'sales_start' | 'sales_end'>,
  now: Date,
): TypeRefusal | null {
  if (type.sales_end && type.sales_end <= now) return 'sales_ended';
  if (type.paused) return 'sales_paused';
  return type.sales_start && type.sales_start > now ? 'sales_not_started' : null;
}

/**
 * Gets the ticket type that the older API sells: the event's only type or, of several, the only public one that is on
 * sale and can be bought singly. Throws `choose_a_ticket_type` if not exactly one type fits, and the reason if the
 * event's only type is not on sale. A hidden type is sold only to callers who manage the event, because the older API
 * has no promo codes. With `gives`, the team gives the ticket away, also after the sales of the only type have ended.
 */
export function getSingleType(
  types: readonly TypeRow[],
  { manages, gives = false, now }: { manages: boolean; gives?: boolean; now: Date },
): TypeRow {
  const open = types.filter(
    (type) => type.visibility === 'public' && type.min_per_order === 1 && !findTypeRefusal(type, now),
  );
  const [only] = types.length === 1 ? types : open;
  const isSecret = only?.visibility === 'hidden' && !manages;
  if (!only || isSecret || (types.length > 1 && open.length > 1) || only.min_per_order > 1) {
    throw new ApiError('choose_a_ticket_type');
  }
  const refusal = findTypeRefusal(only, now);
  if (gives && only.paused) throw new ApiError('sales_paused');
  if (refusal && !(gives && refusal === 'sales_ended')) throw new ApiError(refusal);
  return only;
}

type Places = Pick<TypeRow, 'quantity' | 'sold'>;

/** How many of the taken places are only held. Held places are given back if the buyer does not pay. */
export interface Held {
  ofType: number;
  ofEvent: number;
}

/**
 * Counts how many tickets of a type are left within its quantity and the event's capacity. Returns null without a
 * limit.
 */
function countTypeRemaining(
  { quantity, sold }: Places,
  event: Pick<Seats, 'max_attendees' | 'seats_taken'>,
): number | null {
  return countRemaining({ ...event, types_left: quantity === null ? null : quantity - sold });
}

const refusedStates = {
  sales_paused: 'paused',
  sales_not_started: 'not_yet',
  sales_ended: 'ended',
} as const satisfies Record<TypeRefusal, TicketTypeState>;

/**
 * Decides which state of a ticket type buyers see. When too few tickets are left for the smallest order, the state is
 * `sold_out`. It is `all_reserved` if enough tickets would be left without the unpaid holds.
 */
export function findTypeState(
  type: Places & Pick<TypeRow, 'paused' | 'sales_start' | 'sales_end' | 'min_per_order'>,
  event: Omit<Seats, 'end_time'>,
  held: Held,
  now: Date,
): TicketTypeState {
  if (event.status === 'cancelled' || event.start_time <= now) return 'ended';
  const refusal = findTypeRefusal(type, now);
  if (refusal) return refusedStates[refusal];
  if (event.status === 'draft') return 'not_yet';
  const isEnough = (left: number | null) => left === null || left >= type.min_per_order;
  if (isEnough(countTypeRemaining(type, event))) return 'on_sale';
  const withoutHolds = countTypeRemaining(
    { ...type, sold: type.sold - held.ofType },
    { ...event, seats_taken: event.seats_taken - held.ofEvent },
  );
  return isEnough(withoutHolds) ? 'all_reserved' : 'sold_out';
}

/** Buyers see the number of tickets that are left only when this number is lower than `fewTickets`. */
const fewTickets = 10;

interface Viewed {
  event: Omit<Seats, 'end_time'>;
  held: ReadonlyMap<number, number>;
  now: Date;
}

export function presentForBuyer(offer: Offer, { event, held, now }: Viewed) {
  const { id, name, description, min_per_order, max_per_order, sales_start, sales_end } = offer;
  const remaining = countTypeRemaining(offer, event);
  const ofEvent = [...held.values()].reduce((sum, count) => sum + count, 0);
  return {
    id,
    name,
    description,
    price: offer.price_pence,
    state: findTypeState(offer, event, { ofType: held.get(id) ?? 0, ofEvent }, now),
    remaining: remaining !== null && remaining < fewTickets ? remaining : null,
    min_per_order,
    max_per_order,
    sales_start,
    sales_end,
  };
}

export function presentForManager(offer: Offer, viewed: Viewed) {
  const { visibility, quantity, sold, paused, max_per_buyer, position } = offer;
  // The two numbers are read one after the other, so a hold may be too new to be among the sold tickets.
  const held = Math.min(viewed.held.get(offer.id) ?? 0, sold);
  const settings = { visibility, quantity, sold, held, paused, max_per_buyer, position };
  return {
    ...presentForBuyer(offer, viewed),
    remaining: countTypeRemaining(offer, viewed.event),
    ...settings,
  };
}
