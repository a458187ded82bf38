import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import { hot } from '../../src/db/hot.ts';
import { databaseFaults } from '../../src/db/invariants.ts';
import { sendOrderMailJob } from '../../src/features/orders/mails/tickets.jobs.ts';
import { refundPaymentJob } from '../../src/features/payments/refunds/refunds.jobs.ts';
import { sendTicketJob } from '../../src/features/tickets/tickets.jobs.ts';

/**
 * Faults that must not exist after any step: contradictions within the database, payments that the provider does not
 * know, and tickets and refunds without the job that they need.
 */
const faults = {
  ...databaseFaults,
  'the ledger has money that the provider does not have': sql`
    select payment.id from payments payment
    where payment.status in ('paid', 'refund_pending', 'refunded', 'charged_back') and not exists (
      select from payment_sandbox.sandbox_objects charge
      where charge.type = 'charge' and charge.status = 'succeeded'
        and charge.payment_intent = payment.payment_intent_id
        and (charge.data ->> 'amount')::integer = payment.amount_pence
    )`,
  'a ticket was issued and no job mails it': sql`
    select ticket.id from tickets ticket join orders on orders.id = ticket.order_id
    where ticket.ticket_code is not null and orders.is_single and not exists (
      select from pgboss.job where name = ${sendTicketJob.name} and (data ->> 'ticketId')::bigint = ticket.id
    )`,
  'the tickets of an order were issued, and no mail with them is due': sql`
    select orders.id from orders
    where orders.status = 'confirmed' and not orders.is_single and orders.mail_due_at is null
      and orders.buyer_email is not null and not exists (
      select from pgboss.job where name = ${sendOrderMailJob.name} and (data ->> 'orderId')::bigint = orders.id
    )`,
  'a ticket that was given to somebody else still has its old code': sql`
    select ticket.id from tickets ticket join ticket_transfers given on given.ticket_id = ticket.id
    where ticket.ticket_code = given.old_ticket_code or ticket.short_code = given.old_short_code`,
  'the tickets of a payment cost more than the payment': sql`
    select payment.id from payments payment join tickets ticket on ticket.payment_id = payment.id
    group by payment.id having sum(ticket.price_pence) > payment.amount_pence`,
  'a refund is due and no job makes it': sql`
    select refund.id from refunds refund
    where refund.status = 'pending' and not refund.made_outside and not exists (
      select from pgboss.job
      where name = ${refundPaymentJob.name} and (data ->> 'paymentId')::bigint = refund.payment_id
    )`,
};

const everyFault = joinNamed(faults);

export function listBrokenInvariants(db: Db): Promise<string[]> {
  return listNamed(db, everyFault);
}

/**
 * Faults in payments and refunds. These faults may exist while a webhook or a refund is under way, but must
 * be gone afterwards.
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
  'a refund has not succeeded, and no dispute keeps it from that': sql`
    select refund.id from refunds refund join payments payment on payment.id = refund.payment_id
    where refund.status = 'pending' and payment.disputed_at is null`,
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
    select id from orders where hold_expires_at < ${now}`,
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
  // The query is marked as hot, so that each database connection plans it once, and not after every step.
  // Planning the query takes longer than running it.
  return sql<{ fault: string; id: number }>`${hot} ${sql.join(named, sql` union all `)}`;
}

async function listNamed(db: Db, query: RawBuilder<{ fault: string; id: number }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}
