import { createHash } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Offer } from '../../events/types/types.queries.ts';
import { makeShortCode, makeTicketCode } from '../../tickets/tickets.codes.rules.ts';
import { composeOrder, describeRefusal } from '../sale/sale.rules.ts';
import type { SaleOutcome, WantedOrder } from '../sale/sell.service.ts';

export type GuestListBody = BodyOf<Endpoints['POST /events/:id/complimentary-tickets']>;

export interface GuestList {
  eventId: number;
  body: GuestListBody;
  /** The idempotency key of the request. */
  key: string;
  /** The account that puts the guests on the list. */
  giverId: number;
}

/** Derives an idempotency key for each order of a guest list, so that a repeated request finds its orders. */
export function listGuestKeys({ body, key, giverId }: GuestList): string[] {
  const list = createHash('sha256').update(`${giverId} ${key}`).digest('hex');
  return body.guests.map((_guest, index) => `guest list ${list} ${index}`);
}

export function hashGuestList({ body }: GuestList): Buffer {
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

/** Composes a free order for each guest. The limits of the ticket type apply as in every sale. */
export function composeGuestOrders(list: GuestList, offers: readonly Offer[], now: Date): WantedOrder[] {
  const keys = listGuestKeys(list);
  const bodyHash = hashGuestList(list).toString('hex');
  const { ticket_type_id } = list.body;
  return list.body.guests.map(({ name, email, quantity = 1 }, index) => {
    const order = composeOrder(
      { event_id: list.eventId, items: [{ ticket_type_id, quantity }] },
      { offers, promo: null, seesHidden: true, isPublic: false, asksForNames: false },
      {
        buyer: { userId: null, name, email, deviceHash: null },
        key: keys[index] ?? '',
        replaced: null,
        holdMinutes: 0,
        now,
      },
    );
    return {
      ...order,
      body_hash: bodyHash,
      made_by: list.giverId,
      channel: 'complimentary',
      hold_until: null,
      subtotal: 0,
      discount: 0,
      tickets: order.tickets.map((ticket) => ({
        ...ticket,
        attendee_email: email,
        list: 0,
        discount: 0,
        code: makeTicketCode(),
        short_code: makeShortCode(),
      })),
    };
  });
}

/**
 * Finds the reason why a guest list is refused as a whole. The orders before the refused one are rolled back, so `left`
 * includes their tickets. The limit per buyer concerns one guest, so that error names the guest.
 */
export function findListRefusal(
  wanted: readonly WantedOrder[],
  outcomes: readonly SaleOutcome[],
): ApiError | undefined {
  const at = outcomes.findIndex((outcome) => 'refused' in outcome);
  const outcome = outcomes[at];
  if (!outcome || !('refused' in outcome)) return undefined;
  const before = wanted.slice(0, at).reduce((sum, { tickets }) => sum + tickets.length, 0);
  const isPartlyLeft =
    outcome.refused === 'not_enough_left' || (outcome.refused === 'event_sold_out' && before > 0);
  const error = describeRefusal(
    isPartlyLeft ? { ...outcome, refused: 'not_enough_left', left: (outcome.left ?? 0) + before } : outcome,
  );
  if (outcome.refused !== 'too_many_for_buyer') return error;
  const msg = `This is more tickets of this type than ${wanted[at]?.buyer_email} can have`;
  return new ApiError(error.code, { ...error.details, msg });
}
