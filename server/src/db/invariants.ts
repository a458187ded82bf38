import { sql, type RawBuilder } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Faults that the database must never have. Each fault has a description and a query for the wrong rows. The queries
 * are separate from the features' queries, because those may contain the same fault.
 */
export const databaseFaults: Record<string, RawBuilder<unknown>> = {
  'seats_taken is not the number of held, valid and used tickets, or above the capacity': sql`
    select event.id from events event
    left join (
      select event_id, count(*) as live from tickets where status in ('held', 'valid', 'used') group by event_id
    ) counted on counted.event_id = event.id
    where event.seats_taken <> coalesce(counted.live, 0) or event.seats_taken > event.max_attendees`,
  'sold is not the number of held, valid and used tickets of the type, or above its quantity': sql`
    select type.id from ticket_types type
    left join (
      select ticket_type_id, count(*) as live from tickets
      where status in ('held', 'valid', 'used') group by ticket_type_id
    ) counted on counted.ticket_type_id = type.id
    where type.sold <> coalesce(counted.live, 0) or type.sold > type.quantity`,
  'an event has no ticket type, or its price is not the lowest price of its public ticket types': sql`
    select event.id from events event
    left join (
      select event_id, count(*) as types, min(price_pence) filter (where visibility = 'public') as lowest
      from ticket_types where archived_at is null group by event_id
    ) offered on offered.event_id = event.id
    where offered.types is null or coalesce(event.price_pence, 0) <> coalesce(offered.lowest, 0)`,
  'somebody has two orders for one event from the older API': sql`
    select min(id) as id from orders where is_single group by event_id, user_id having count(*) > 1`,
  'a hold has no held ticket or an issued one, or an order that has ended has a live ticket': sql`
    select orders.id from orders
    left join (
      select order_id, count(*) filter (where status = 'held') as held,
        count(*) filter (where status in ('valid', 'used')) as issued
      from tickets group by order_id
    ) counted on counted.order_id = orders.id
    where case orders.status
      when 'held' then coalesce(counted.held, 0) = 0 or counted.issued > 0
      when 'confirmed' then coalesce(counted.issued, 0) = 0 or counted.held > 0
      else counted.held > 0 or counted.issued > 0
    end`,
  'two tickets have the same code': sql`
    select min(id) as id from tickets where ticket_code is not null group by ticket_code having count(*) > 1`,
  'a live ticket was sold for money, but has no payment with the status paid': sql`
    select ticket.id from tickets ticket
    where ticket.price_pence > 0 and ticket.status in ('valid', 'used')
      and not exists (select from payments where id = ticket.payment_id and status = 'paid')`,
  'a payment has the status paid, but none of its tickets is live and its buyer was not deleted': sql`
    select payment.id from payments payment
    where payment.status = 'paid' and payment.user_id is not null
      and not exists (select from tickets where payment_id = payment.id and status in ('valid', 'used'))`,
  'an order has two payments under way': sql`
    select min(id) as id from payments where status in ('starting', 'open')
    group by order_id having count(*) > 1 and order_id is not null`,
  'a used ticket does not say when it was used': sql`
    select id from tickets where status = 'used' and used_at is null`,
};

/** Describes each fault in the database with the id of one wrong row. The list is empty when there are no faults. */
export async function listBrokenInvariants(db: Db): Promise<string[]> {
  const queries = Object.entries(databaseFaults).map(
    ([name, query]) => sql`select ${sql.lit(name)} as fault, id::integer as id from (${query}) found`,
  );
  const { rows } = await sql<{ fault: string; id: number }>`${sql.join(queries, sql` union all `)}`.execute(
    db,
  );
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}
