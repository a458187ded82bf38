import { sql } from 'kysely';

/** How many places all ticket types of an event have left together. Null unless every ticket type has a quantity. */
export const placesLeftInTypes = sql<number | null>`(
  select case when every(quantity is not null) then sum(quantity - sold) end
  from ticket_types where ticket_types.event_id = events.id and archived_at is null
)`;

/** The lowest price of these ticket types is stored in `events.price_pence`. */
export const highestPrice = sql<number | null>`(
  select max(ticket_types.price_pence) from ticket_types
  where ticket_types.event_id = events.id and archived_at is null and visibility = 'public'
)`;

/** Whether somebody holds a ticket without having paid for it. */
export const hasHolds = sql<boolean>`exists (
  select from tickets where tickets.event_id = events.id and tickets.status = 'held'
)`;
