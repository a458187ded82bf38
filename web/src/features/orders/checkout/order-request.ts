import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Offer } from '../../events/choice/events.choice.api.ts';
import type { Choice } from '../../events/choice/ticket-choice.ts';

export type OrderRequest = BodyInput<Endpoints['POST /orders']> & { event_id: number };

export interface BuyerValues {
  name: string;
  email: string;
  /** The names on the tickets. Each key is the id of a `Place`. */
  names: Record<string, string>;
}

export interface Place {
  id: string;
  offer: Offer;
  /** The number of this ticket among the chosen tickets of its type, from 1. */
  position: number;
}

/** Lists one place per chosen ticket, in the order of the types. */
export function listPlaces(offers: readonly Offer[], choice: Choice): Place[] {
  return offers.flatMap((offer) =>
    Array.from({ length: choice[offer.id] ?? 0 }, (_, index) => ({
      id: `t${offer.id}n${index + 1}`,
      offer,
      position: index + 1,
    })),
  );
}

/** Leaves out the attendees after the last named ticket. Tickets without an attendee are for the buyer. */
export function composeItems(
  offers: readonly Offer[],
  choice: Choice,
  names: Record<string, string>,
): OrderRequest['items'] {
  const places = listPlaces(offers, choice);
  return offers.flatMap((offer) => {
    const quantity = choice[offer.id] ?? 0;
    if (quantity === 0) return [];
    const typed = places.filter((place) => place.offer === offer).map(({ id }) => names[id]?.trim() ?? '');
    const named = typed.slice(0, typed.findLastIndex((name) => name !== '') + 1);
    const attendees = named.map((name) => (name === '' ? {} : { name }));
    return [{ ticket_type_id: offer.id, quantity, ...(attendees.length > 0 && { attendees }) }];
  });
}
