import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Offer } from '../../events/choice/events.choice.api.ts';
import type { Choice } from '../../events/choice/ticket-choice.ts';

export type OrderRequest = BodyInput<Endpoints['POST /orders']> & { event_id: number };

export interface TypedAttendee {
  name?: string;
  email?: string;
}

export interface BuyerValues {
  name: string;
  email: string;
  /** Who the tickets are for. Each key is the id of a `Place`. */
  attendees: Record<string, TypedAttendee>;
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
  attendees: BuyerValues['attendees'],
): OrderRequest['items'] {
  const places = listPlaces(offers, choice);
  return offers.flatMap((offer) => {
    const quantity = choice[offer.id] ?? 0;
    if (quantity === 0) return [];
    const typed = places
      .filter((place) => place.offer === offer)
      .map(({ id }) => leaveOutEmpty(attendees[id] ?? {}));
    const named = typed.slice(0, typed.findLastIndex((attendee) => Object.keys(attendee).length > 0) + 1);
    return [{ ticket_type_id: offer.id, quantity, ...(named.length > 0 && { attendees: named }) }];
  });
}

function leaveOutEmpty({ name = '', email = '' }: TypedAttendee): TypedAttendee {
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(email.trim() !== '' && { email: email.trim() }),
  };
}

/** Writes the buyer's name on the first ticket if the buyer typed no other name for it. */
export function nameFirstTicket(
  [first]: readonly Place[],
  { name, attendees }: Pick<BuyerValues, 'name' | 'attendees'>,
): BuyerValues['attendees'] {
  if (!first) return attendees;
  const typed = attendees[first.id];
  return { ...attendees, [first.id]: { ...typed, name: typed?.name?.trim() || name } };
}

/** Leaves out the email addresses, whose fields the checkout hides when attendees get no mail. */
export function leaveOutEmails(attendees: BuyerValues['attendees']): BuyerValues['attendees'] {
  return Object.fromEntries(Object.entries(attendees).map(([id, { name }]) => [id, { name }]));
}

export type FieldPath = 'name' | 'email' | `attendees.${string}.${'name' | 'email'}`;

/** Finds the field of the form for each field of the request that the server may refuse. */
export function mapFields(offers: readonly Offer[], choice: Choice): Record<string, FieldPath> {
  const ordered = offers.filter(({ id }) => (choice[id] ?? 0) > 0);
  const ofTickets = listPlaces(offers, choice).flatMap(({ id, offer, position }) => {
    const ticket = `items.${ordered.indexOf(offer)}.attendees.${position - 1}`;
    return (['name', 'email'] as const).map(
      (field) => [`${ticket}.${field}`, `attendees.${id}.${field}`] as const,
    );
  });
  return Object.fromEntries<FieldPath>([['buyer.name', 'name'], ['buyer.email', 'email'], ...ofTickets]);
}
