import { sql, type RawBuilder } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Faults that the database must never have. Each has a description and a query that finds the wrong rows. The queries
 * of the features are not used here, because they may have the same fault.
 */
export const databaseFaults: Record<string, RawBuilder<unknown>> = {
  'seats_taken is not the number of active registrations, or above the capacity': sql`
    select event.id from events event
    left join (
      select event_id, count(*) as active from registrations where status = 'registered' group by event_id
    ) counted on counted.event_id = event.id
    where event.seats_taken <> coalesce(counted.active, 0) or event.seats_taken > event.max_attendees`,
  'somebody is registered twice for one event': sql`
    select min(id) as id from registrations group by event_id, user_id having count(*) > 1`,
  'a confirmed registration has not exactly one live ticket, or another registration has any': sql`
    select registration.id from registrations registration
    left join (
      select registration_id, count(*) as live from tickets
      where status in ('valid', 'used') group by registration_id
    ) counted on counted.registration_id = registration.id
    where coalesce(counted.live, 0) <>
      case when registration.status = 'registered' and registration.hold_expires_at is null then 1 else 0 end`,
  'two tickets have the same code': sql`
    select min(id) as id from tickets group by ticket_code having count(*) > 1`,
  'a live paid ticket has no payment with the status paid': sql`
    select ticket.id from tickets ticket
    where ticket.paid and ticket.status in ('valid', 'used')
      and not exists (select from payments where ticket_id = ticket.id and status = 'paid')`,
  'a payment has the status paid, but its ticket has ended and its buyer was not deleted': sql`
    select payment.id from payments payment
    left join tickets ticket on ticket.id = payment.ticket_id
    where payment.status = 'paid' and payment.user_id is not null
      and (ticket.id is null or not ticket.paid or ticket.status not in ('valid', 'used'))`,
  'a ticket is live although its payment ended': sql`
    select ticket.id from tickets ticket join payments payment on payment.ticket_id = ticket.id
    where ticket.status in ('valid', 'used') and payment.status <> 'paid'`,
  'a registration has two payments under way': sql`
    select min(id) as id from payments where status in ('starting', 'open')
    group by registration_id having count(*) > 1 and registration_id is not null`,
  'a used ticket does not say when it was used': sql`
    select id from tickets where status = 'used' and used_at is null`,
};

/** Describes the faults in the database, each with the id of a row. Empty when there are none. */
export async function listBrokenInvariants(db: Db): Promise<string[]> {
  const queries = Object.entries(databaseFaults).map(
    ([name, query]) => sql`select ${sql.lit(name)} as fault, id::integer as id from (${query}) found`,
  );
  const { rows } = await sql<{ fault: string; id: number }>`${sql.join(queries, sql` union all `)}`.execute(
    db,
  );
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}
