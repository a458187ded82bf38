import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import { hot } from '../../src/db/hot.ts';
import { refundPaymentJob } from '../../src/features/payments/refunds/refunds.jobs.ts';
import { sendTicketJob } from '../../src/features/tickets/tickets.jobs.ts';

/**
 * What must never be so, at no moment between two steps: what it would be called, and the rows that are at fault.
 * Each finds its faults by itself rather than through the product's own queries.
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
  'a registration for good has not exactly one live ticket, or another one has some': sql`
    select registration.id from registrations registration
    left join (
      select registration_id, count(*) as live from tickets
      where status in ('valid', 'used') group by registration_id
    ) counted on counted.registration_id = registration.id
    where coalesce(counted.live, 0) <>
      case when registration.status = 'registered' and registration.hold_expires_at is null then 1 else 0 end`,
  'a ticket code is there twice': sql`
    select min(id) as id from tickets group by ticket_code having count(*) > 1`,
  'a live ticket that costs money has no payment that is paid': sql`
    select ticket.id from tickets ticket
    where ticket.paid and ticket.status in ('valid', 'used')
      and not exists (select from payments where ticket_id = ticket.id and status = 'paid')`,
  'a payment is paid and neither its ticket lives nor is its buyer gone': sql`
    select payment.id from payments payment
    left join tickets ticket on ticket.id = payment.ticket_id
    where payment.status = 'paid' and payment.user_id is not null
      and (ticket.id is null or not ticket.paid or ticket.status not in ('valid', 'used'))`,
  'a ticket lives whose money went back': sql`
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
  'a ticket was issued without the job that mails it': sql`
    select ticket.id from tickets ticket where not exists (
      select from pgboss.job where name = ${sendTicketJob.name} and (data ->> 'ticketId')::bigint = ticket.id
    )`,
  'money is owed and no job gives it back': sql`
    select payment.id from payments payment
    where payment.status = 'refund_pending' and payment.refund_reason <> 'requested' and not exists (
      select from pgboss.job
      where name = ${refundPaymentJob.name} and (data ->> 'paymentId')::bigint = payment.id
    )`,
  'a used ticket does not say when it was used': sql`
    select id from tickets where status = 'used' and used_at is null`,
};

const everyFault = joinNamed(faults);

/** What is wrong, in words; empty when all is well. */
export function listBrokenInvariants(db: Db): Promise<string[]> {
  return listNamed(db, everyFault);
}

/** What nobody may be left with once all the money that is owed has moved. */
const moneyDebts = {
  'money came that bought nothing and did not go back': sql`
    select coalesce(payment.id, 0) as id from payment_sandbox.sandbox_objects charge
    left join payments payment on payment.payment_intent_id = charge.payment_intent
    where charge.type = 'charge' and charge.status = 'succeeded' and (
      payment.id is null
      or payment.status in ('starting', 'open', 'expired')
      or payment.status = 'refund_pending' and payment.disputed_at is null
    )`,
  'the ledger gives another amount back than the provider': sql`
    select payment.id from payments payment
    left join lateral (
      select sum((refund.data ->> 'amount')::integer) as amount from payment_sandbox.sandbox_objects refund
      where refund.type = 'refund' and refund.status = 'succeeded'
        and refund.payment_intent = payment.payment_intent_id
    ) returned on true
    where payment.amount_refunded_pence <> coalesce(returned.amount, 0)`,
  'an event that is cancelled still sells or keeps money': sql`
    select payment.id from payments payment join events event on event.id = payment.event_id
    where event.status = 'cancelled' and payment.status in ('starting', 'open', 'paid')
      and payment.disputed_at is null`,
};

const workDebts = (now: Date) => ({
  'a hold has outlived its time': sql`
    select id from registrations where hold_expires_at < ${now}`,
  'a payment is under way that ran out': sql`
    select id from payments where status in ('starting', 'open') and expires_at < ${now}`,
  'a webhook was not acted on': sql`
    select 0 as id from webhook_events where processed_at is null`,
  'a webhook was not delivered': sql`
    select id from payment_sandbox.sandbox_deliveries where status in ('pending', 'failed')`,
  'a job is left': sql`
    select 0 as id from pgboss.job where state in ('created', 'retry', 'active')`,
});

/** What money is owed to anybody, in words; empty when none is. */
export function listMoneyDebts(db: Db): Promise<string[]> {
  return listNamed(db, joinNamed(moneyDebts));
}

/** Whatever is owed at that time, money or work, in words; empty when everything was done. */
export function listDebts(db: Db, now: Date): Promise<string[]> {
  return listNamed(db, joinNamed({ ...moneyDebts, ...workDebts(now) }));
}

function joinNamed(queries: Record<string, RawBuilder<unknown>>) {
  const named = Object.entries(queries).map(
    ([name, query]) => sql`select ${sql.lit(name)} as fault, id::integer as id from (${query}) found`,
  );
  // Planning these takes longer than running them.
  return sql<{ fault: string; id: number }>`${hot} ${sql.join(named, sql` union all `)}`;
}

async function listNamed(db: Db, query: RawBuilder<{ fault: string; id: number }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}
