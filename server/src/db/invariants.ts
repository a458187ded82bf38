import { sql, type RawBuilder } from 'kysely';
import type { Db } from './connect.ts';
import type { DataFault } from './tables.ts';

/**
 * Faults that the database must never have, each with a query for the wrong rows. These queries share no code with the
 * features, so that one mistake cannot cause a fault and also hide it.
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
    select min(id) as id from orders where is_single and user_id is not null
    group by event_id, user_id having count(*) > 1`,
  'a buyer has two open holds for one event': sql`
    select min(id) as id from orders where status = 'held' and (user_id is not null or device_hash is not null)
    group by event_id, coalesce('user ' || user_id, 'device ' || encode(device_hash, 'hex')) having count(*) > 1`,
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
  'the uses of a promo code are not the orders that use it': sql`
    select code.id from promo_codes code
    left join (
      select promo_code_id, count(*) as orders from orders where uses_code group by promo_code_id
    ) counted on counted.promo_code_id = code.id
    where code.uses <> coalesce(counted.orders, 0) or code.uses > code.max_uses`,
  'an order counts as a use of its promo code without a live ticket, or does not count with one': sql`
    select orders.id from orders
    where orders.promo_code_id is not null and orders.uses_code <> exists (
      select from tickets where order_id = orders.id and status in ('held', 'valid', 'used')
    )`,
  'the uses of a promo code by one buyer are not the orders of that buyer': sql`
    select counted.promo_code_id as id from promo_code_buyers counted
    where counted.uses <> (
      select count(*) from orders
      where promo_code_id = counted.promo_code_id and lower(buyer_email) = counted.buyer and uses_code
    )`,
  'what a buyer has of a ticket type with a limit is not the number of live tickets': sql`
    select coalesce(counted.ticket_type_id, bought.ticket_type_id) as id from buyer_counts counted
    full join (
      select tickets.ticket_type_id, lower(orders.buyer_email) as buyer, count(*) as tickets
      from tickets join orders on orders.id = tickets.order_id
      join ticket_types type on type.id = tickets.ticket_type_id and type.max_per_buyer is not null
      where tickets.status in ('held', 'valid', 'used') and orders.buyer_email is not null group by 1, 2
    ) bought on bought.ticket_type_id = counted.ticket_type_id and bought.buyer = counted.buyer
    where coalesce(counted.tickets, 0) <> coalesce(bought.tickets, 0)`,
  'the amounts of an order are not the sums of its tickets': sql`
    select orders.id from orders
    join (
      select order_id, sum(list_pence) as list, sum(discount_pence) as discount, sum(price_pence) as price
      from (
        select distinct on (order_id, place) order_id, list_pence, discount_pence, price_pence
        from tickets order by order_id, place, id desc
      ) last group by order_id
    ) counted on counted.order_id = orders.id
    where orders.subtotal_pence <> counted.list or orders.discount_pence <> counted.discount
      or orders.total_pence <> counted.price`,
  'two tickets have the same code': sql`
    select min(id) as id from tickets where ticket_code is not null group by ticket_code having count(*) > 1`,
  'a live ticket was sold for money that is not paid, or that went back to end the ticket': sql`
    select ticket.id from tickets ticket
    where ticket.price_pence > 0 and ticket.status in ('valid', 'used') and (
      not exists (
        select from payments where id = ticket.payment_id and status in ('paid', 'refund_pending', 'refunded')
      )
      or exists (
        select from refund_tickets paid_back join refunds refund on refund.id = paid_back.refund_id
        where paid_back.ticket_id = ticket.id and refund.ends_tickets
      )
    )`,
  'money is kept, but none of the tickets that it paid is live, and no refund or deletion ended them': sql`
    select payment.id from payments payment
    where payment.status = 'paid'
      -- The orders of a deleted account have no email address.
      and exists (select from orders where id = payment.order_id and buyer_email is not null)
      and not exists (select from tickets where payment_id = payment.id and status in ('valid', 'used'))
      and not exists (select from refunds where payment_id = payment.id and ends_tickets)`,
  'all money went back without a choice to keep the tickets, but one that cost money is live': sql`
    select payment.id from payments payment
    where payment.status in ('refund_pending', 'refunded')
      and exists (
        select from tickets where payment_id = payment.id and status in ('valid', 'used') and price_pence > 0
      )
      and not exists (
        select from refunds where payment_id = payment.id and not ends_tickets and not made_outside
      )`,
  'the refunds of a payment do not add up to what the payment says': sql`
    select payment.id from payments payment
    left join (
      select payment_id, sum(amount_pence) filter (where status <> 'failed') as committed,
        sum(amount_pence) filter (where status = 'succeeded') as succeeded
      from refunds group by payment_id
    ) counted on counted.payment_id = payment.id
    where payment.committed_refund_pence <> coalesce(counted.committed, 0)
      or payment.amount_refunded_pence <> coalesce(counted.succeeded, 0)
      or payment.status = 'refunded' and payment.amount_refunded_pence <> payment.amount_pence
      or payment.status = 'refund_pending' and payment.committed_refund_pence <> payment.amount_pence
      or payment.status = 'paid' and payment.committed_refund_pence >= payment.amount_pence
      or payment.status in ('starting', 'open', 'expired') and payment.committed_refund_pence > 0`,
  'the parts of a refund are more than the refund': sql`
    select refund.id from refunds refund join refund_tickets part on part.refund_id = refund.id
    group by refund.id having sum(part.amount_pence) > refund.amount_pence`,
  'an order has two payments under way': sql`
    select min(id) as id from payments where status in ('starting', 'open')
    group by order_id having count(*) > 1 and order_id is not null`,
  'a used ticket does not say when it was used': sql`
    select id from tickets where status = 'used' and used_at is null`,
};

export async function listBrokenInvariants(db: Db): Promise<string[]> {
  const queries = Object.entries(databaseFaults).map(
    ([name, query]) => sql`select ${sql.lit(name)} as fault, id::integer as id from (${query}) found`,
  );
  const { rows } = await sql<{ fault: string; id: number }>`${sql.join(queries, sql` union all `)}`.execute(
    db,
  );
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}

/**
 * Counts the rows of each fault, on a site that keeps selling. Each query sees the data of one moment, locks no row, and
 * takes one processor at most.
 */
export async function countFaults(db: Db): Promise<DataFault[]> {
  const found: DataFault[] = [];
  for (const [fault, query] of Object.entries(databaseFaults)) {
    const { rows } = await db.transaction().execute(async (tx) => {
      // Requests may take 15 seconds at most, but counting all tickets of a large site can take longer.
      await sql`set local statement_timeout = '10min'`.execute(tx);
      await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
      return sql<{ count: number; id: number | null }>`
        select count(*)::integer as count, min(id)::integer as id from (${query}) wrong`.execute(tx);
    });
    const [{ count, id } = { count: 0, id: null }] = rows;
    if (count > 0) found.push({ fault, count, id: id ?? 0 });
  }
  return found;
}
