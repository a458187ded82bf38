import { createHash, randomUUID } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { ApiError, fieldErrors } from '../../../http/errors.ts';
import type { Offer } from '../../events/types/types.queries.ts';
import { makeShortCode, makeTicketCode } from '../../tickets/tickets.codes.rules.ts';
import { computeHoldEnd, getHoldStart } from '../orders.rules.ts';
import { priceOrder } from './price.rules.ts';
import { findPromoRefusal, isPromoFor, isUnlockedBy, readDiscount, type PromoCode } from './promo.rules.ts';
import type { SaleRefusal, WantedOrder } from './sell.service.ts';

export type OrderBody = BodyOf<Endpoints['POST /orders']>;

/** The buyer: an account, or a guest on a device. */
export interface Buyer {
  userId: number | null;
  name: string;
  email: string;
  deviceHash: Buffer | null;
}

/**
 * Hashes the body of an order together with the buyer, so that a different buyer with the same idempotency key does not
 * get the order.
 */
export function hashOrder(body: OrderBody, { userId, deviceHash }: Buyer): Buffer {
  const buyer = userId ?? deviceHash?.toString('hex') ?? null;
  return createHash('sha256')
    .update(JSON.stringify([buyer, body]))
    .digest();
}

interface OfferedItem {
  offer: Offer;
  isUnlocked: boolean;
  item: OrderBody['items'][number];
}

/**
 * Finds the ticket type of each item. Throws when the buyer may not buy the ticket type, or not this number of tickets.
 */
function findOffers(
  items: OrderBody['items'],
  offers: readonly Offer[],
  { promo, seesHidden }: { promo: PromoCode | null; seesHidden: boolean },
): OfferedItem[] {
  return items.map((item) => {
    const offer = offers.find(({ id }) => id === item.ticket_type_id);
    const isUnlocked = seesHidden || (offer !== undefined && isUnlockedBy(promo, offer));
    if (!offer || (offer.visibility === 'hidden' && !isUnlocked)) {
      throw new ApiError('ticket_type_not_found', { extra: { ticket_type_id: item.ticket_type_id } });
    }
    const { min_per_order: least, max_per_order: most, id, name } = offer;
    if (item.quantity < least) {
      const msg = `Choose at least ${least} tickets of the type ${name}`;
      throw new ApiError('too_few_tickets', { msg, extra: { ticket_type_id: id } });
    }
    if (item.quantity > most) {
      const msg = `One order can have at most ${countTickets(most)} of the type ${name}`;
      throw new ApiError('too_many_tickets', { msg, extra: { ticket_type_id: id, remaining: most } });
    }
    return { offer, isUnlocked, item };
  });
}

interface OnOffer {
  offers: readonly Offer[];
  /** The promo code that the buyer typed. Undefined if this code does not exist, and null if the buyer typed none. */
  promo: PromoCode | null | undefined;
  /** Whether the buyer manages the event. Managers may buy hidden ticket types. */
  seesHidden: boolean;
  /** Whether everybody could see the event when Foyer read it. If not, Foyer has checked that this buyer may see it. */
  isPublic: boolean;
  /** Whether the organiser requires a name for each ticket. */
  asksForNames: boolean;
}

export interface ReplacedHold {
  id: number;
  number: string;
  placed_at: Date;
  held_since: Date | null;
}

interface Circumstances {
  buyer: Buyer;
  key: string;
  /** The buyer's own hold that the order replaces. */
  replaced: ReplacedHold | null;
  holdMinutes: number;
  now: Date;
}

/**
 * Composes the order for the database function `sell`: checks every condition that needs no lock, and computes all
 * prices.
 */
export function composeOrder(body: OrderBody, onOffer: OnOffer, at: Circumstances): WantedOrder {
  const { buyer } = at;
  if (onOffer.asksForNames) assertNamed(body.items);
  const promo = getUsablePromo(onOffer.promo, at);
  const chosen = findOffers(body.items, onOffer.offers, { promo, seesHidden: onOffer.seesHidden });
  if (promo && !chosen.some(({ offer }) => isPromoFor(promo, offer))) {
    throw new ApiError('promo_code_not_for_these');
  }
  const places = chosen.flatMap(({ offer, item }) =>
    Array.from({ length: item.quantity }, (_, index) => ({ offer, attendee: item.attendees?.[index] })),
  );
  const price = priceOrder(
    places.map(({ offer }) => ({ typeId: offer.id, listPence: offer.price_pence })),
    promo && readDiscount(promo),
    ({ typeId }) => promo !== null && (promo.type_ids.length === 0 || promo.type_ids.includes(typeId)),
  );
  if (body.expected_total !== undefined && body.expected_total !== price.totalPence) {
    throw new ApiError('price_changed', { extra: { total: price.totalPence / 100 } });
  }
  const isFree = price.totalPence === 0;
  return {
    number: makeShortCode(),
    key_salt: randomUUID(),
    user_id: buyer.userId,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    device_hash: buyer.deviceHash?.toString('hex') ?? null,
    made_by: null,
    key: at.key,
    body_hash: hashOrder(body, buyer).toString('hex'),
    hold_until: isFree ? null : getHoldEnd(at).toISOString(),
    replaces: at.replaced?.id ?? null,
    promo_code_id: promo?.id ?? null,
    promo_terms: promo && describeTerms(promo),
    subtotal: price.subtotalPence,
    discount: price.discountPence,
    needs_public: onOffer.isPublic,
    channel: 'web',
    locale: 'en-GB',
    items: chosen.map(({ offer, item, isUnlocked }) => ({
      type: offer.id,
      count: item.quantity,
      price: offer.price_pence,
      is_unlocked: isUnlocked,
    })),
    tickets: places.map(({ offer, attendee }, index) => ({
      place: index + 1,
      type: offer.id,
      name: offer.name,
      attendee_name: attendee?.name ?? buyer.name,
      attendee_email: attendee?.email ?? null,
      list: offer.price_pence,
      discount: price.ticketDiscounts[index] ?? 0,
      code: isFree ? makeTicketCode() : null,
      short_code: isFree ? makeShortCode() : null,
    })),
  };
}

function describeTerms({ kind, percent, amount_pence: amount, type_ids: types }: PromoCode) {
  return { kind, percent, amount, types };
}

/**
 * A hold that replaces another ends when the first hold would have ended. Otherwise a buyer could keep places for ever
 * by replacing one hold by another. Throws when this time is over.
 */
function getHoldEnd({ replaced, holdMinutes, now }: Circumstances): Date {
  const until = computeHoldEnd(replaced ? getHoldStart(replaced) : now, holdMinutes);
  if (replaced && until <= now) {
    throw new ApiError('too_late_to_replace', { extra: { order: replaced.number } });
  }
  return until;
}

/** Throws `validation_failed` with an entry for each ticket without a name. */
function assertNamed(items: OrderBody['items']): void {
  const nameless = items.flatMap(({ quantity, attendees }, item) =>
    Array.from({ length: quantity }, (_, ticket) => ticket)
      .filter((ticket) => attendees?.[ticket]?.name === undefined)
      .map((ticket) => `items.${item}.attendees.${ticket}.name`),
  );
  if (nameless.length > 0) throw fieldErrors(nameless, 'Enter a name for this ticket');
}

function getUsablePromo(
  promo: PromoCode | null | undefined,
  { now, replaced }: Circumstances,
): PromoCode | null {
  if (promo === undefined) throw new ApiError('promo_code_unknown');
  const refusal = promo && findPromoRefusal(promo, now);
  // The replaced hold may have the last use of the code. `sell` gives that use back before it counts the uses.
  const mayBeOwn = refusal === 'promo_code_used_up' && replaced !== null;
  if (refusal && !mayBeOwn) throw new ApiError(refusal);
  return promo;
}

export function describeRefusal({ refused, left, type, open }: SaleRefusal): ApiError {
  if (refused === 'stale') return new ApiError('unavailable');
  const extra = {
    ...(left !== undefined && { remaining: left }),
    ...(type !== undefined && { ticket_type_id: type }),
    ...(open !== undefined && { order: open }),
  };
  const msg = refused === 'not_enough_left' && left ? `Only ${countTickets(left)} left` : undefined;
  return new ApiError(refused, { msg, extra });
}

function countTickets(count: number): string {
  return count === 1 ? '1 ticket' : `${count} tickets`;
}
