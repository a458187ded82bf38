import { sql } from 'kysely';

/**
 * How many tickets the public types of an event have left together. Null unless every public type has a quantity.
 * Hidden types do not count, because the number would tell visitors that there are hidden types.
 */
export const placesLeftInTypes = sql<number | null>`(
  select case when every(quantity is not null) then sum(quantity - sold) end
  from ticket_types
  where ticket_types.event_id = events.id and archived_at is null and visibility = 'public'
)`;

/** Whether the event has public ticket types, and the sale of all of them is stopped. */
export const areSalesPaused = sql<boolean>`coalesce((
  select every(paused) from ticket_types
  where ticket_types.event_id = events.id and archived_at is null and visibility = 'public'
), false)`;

/** The lowest price of these ticket types is stored in `events.price_pence`. */
export const highestPrice = sql<number | null>`(
  select max(ticket_types.price_pence) from ticket_types
  where ticket_types.event_id = events.id and archived_at is null and visibility = 'public'
)`;

/**
 * Whether somebody holds a ticket without having paid for it. Tickets of hidden types count only if the event is full,
 * because only then visitors wait for their places.
 */
export const hasHolds = sql<boolean>`exists (
  select from tickets join ticket_types on ticket_types.id = tickets.ticket_type_id
  where tickets.event_id = events.id and tickets.status = 'held'
    and (ticket_types.visibility = 'public' or events.seats_taken >= events.max_attendees)
)`;
