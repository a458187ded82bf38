import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import { hot } from '../../src/db/hot.ts';
import { refundPaymentJob } from '../../src/features/payments/refunds/refunds.jobs.ts';
import { sendTicketJob } from '../../src/features/tickets/tickets.jobs.ts';

/**
 * Faults that the database must not have after any step. Each has a description and a query that finds the wrong rows.
 * The product's own queries are not used here, because they may have the same fault.
 */
const faults = {
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
  'the ledger has money that the provider does not have': sql`
    select payment.id from payments payment
    where payment.status in ('paid', 'refund_pending', 'refunded', 'charged_back') and not exists (
      select from payment_sandbox.sandbox_objects charge
      where charge.type = 'charge' and charge.status = 'succeeded'
        and charge.payment_intent = payment.payment_intent_id
        and (charge.data ->> 'amount')::integer = payment.amount_pence
    )`,
  'a ticket was issued and no job mails it': sql`
    select ticket.id from tickets ticket where not exists (
      select from pgboss.job where name = ${sendTicketJob.name} and (data ->> 'ticketId')::bigint = ticket.id
    )`,
  'a refund is due and no job makes it': sql`
    select payment.id from payments payment
    where payment.status = 'refund_pending' and payment.refund_reason <> 'requested' and not exists (
      select from pgboss.job
      where name = ${refundPaymentJob.name} and (data ->> 'paymentId')::bigint = payment.id
    )`,
  'a used ticket does not say when it was used': sql`
    select id from tickets where status = 'used' and used_at is null`,
};

const everyFault = joinNamed(faults);

/** Describes the faults in the database. Empty when there are none. */
export function listBrokenInvariants(db: Db): Promise<string[]> {
  return listNamed(db, everyFault);
}

/**
 * Faults in payments and refunds. They may exist while a webhook or a refund is under way, but must be gone afterwards.
 */
const moneyDue = {
  'a charge bought nothing and was not refunded': sql`
    select coalesce(payment.id, 0) as id from payment_sandbox.sandbox_objects charge
    left join payments payment on payment.payment_intent_id = charge.payment_intent
    where charge.type = 'charge' and charge.status = 'succeeded' and (
      payment.id is null
      or payment.status in ('starting', 'open', 'expired')
      or payment.status = 'refund_pending' and payment.disputed_at is null
    )`,
  'the ledger and the provider refunded different amounts': sql`
    select payment.id from payments payment
    left join lateral (
      select sum((refund.data ->> 'amount')::integer) as amount from payment_sandbox.sandbox_objects refund
      where refund.type = 'refund' and refund.status = 'succeeded'
        and refund.payment_intent = payment.payment_intent_id
    ) returned on true
    where payment.amount_refunded_pence <> coalesce(returned.amount, 0)`,
  'a cancelled event has payments that are open or not refunded': sql`
    select payment.id from payments payment join events event on event.id = payment.event_id
    where event.status = 'cancelled' and payment.status in ('starting', 'open', 'paid')
      and payment.disputed_at is null`,
};

const workDue = (now: Date) => ({
  'a hold is past its end': sql`
    select id from registrations where hold_expires_at < ${now}`,
  'a payment under way is past its end': sql`
    select id from payments where status in ('starting', 'open') and expires_at < ${now}`,
  'a webhook was not processed': sql`
    select 0 as id from webhook_events where processed_at is null`,
  'a webhook was not delivered': sql`
    select id from payment_sandbox.sandbox_deliveries where status in ('pending', 'failed')`,
  'a job is waiting': sql`
    select 0 as id from pgboss.job where state in ('created', 'retry', 'active')`,
});

/** Describes each payment that Foyer must still settle or refund. Empty when there is none. */
export function listMoneyDue(db: Db): Promise<string[]> {
  return listNamed(db, joinNamed(moneyDue));
}

/**
 * Describes each payment that Foyer must still settle or refund, and all other work that is due at `now`. Empty when
 * there is none.
 */
export function listPendingWork(db: Db, now: Date): Promise<string[]> {
  return listNamed(db, joinNamed({ ...moneyDue, ...workDue(now) }));
}

function joinNamed(queries: Record<string, RawBuilder<unknown>>) {
  const named = Object.entries(queries).map(
    ([name, query]) => sql`select ${sql.lit(name)} as fault, id::integer as id from (${query}) found`,
  );
  // Marked as hot, so that each connection plans this query once, and not after every step. Planning it takes longer
  // than running it.
  return sql<{ fault: string; id: number }>`${hot} ${sql.join(named, sql` union all `)}`;
}

async function listNamed(db: Db, query: RawBuilder<{ fault: string; id: number }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}
