import { sql } from 'kysely';
import type { SandboxContext } from './transaction.ts';

/** Amounts are in the currency's smallest unit, such as pence. */
export interface ChargedPayment {
  /** What was bought in the checkout session; empty for an intent without a session. */
  lines: { name: string; quantity: number; amount: number }[];
  paymentIntent: string;
  /** The checkout session that was paid. This is null for an intent without a session. */
  session: string | null;
  currency: string;
  charged: number;
  refunded: number;
  refundPending: number;
  /** The money that open disputes hold back and that lost disputes have taken from the seller. */
  disputed: number;
}

/** Lists every payment intent that took money, oldest first. Tests compare this list with Foyer's ledger. */
export async function listChargedPayments(context: SandboxContext): Promise<ChargedPayment[]> {
  const { rows } = await sql<ChargedPayment>`
    select
      paid.payment_intent as "paymentIntent",
      max(session.id) as session,
      paid.data ->> 'currency' as currency,
      (paid.data ->> 'amount_captured')::integer as charged,
      coalesce(sum(refund.amount) filter (where refund.status = 'succeeded'), 0)::integer as refunded,
      coalesce(sum(refund.amount) filter (where refund.status = 'pending'), 0)::integer as "refundPending",
      coalesce(max(dispute.amount), 0)::integer as disputed,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', line ->> 'description',
          'quantity', (line ->> 'quantity')::integer,
          'amount', (line ->> 'amount_total')::integer
        ))
        from payment_sandbox.sandbox_objects bought, jsonb_array_elements(bought.hidden -> 'lineItems') line
        where bought.type = 'checkout.session' and bought.payment_intent = paid.payment_intent
      ), '[]') as lines
    from payment_sandbox.sandbox_objects paid
    left join payment_sandbox.sandbox_objects session
      on session.type = 'checkout.session' and session.payment_intent = paid.payment_intent
    left join lateral (
      select other.status, (other.data ->> 'amount')::integer as amount
      from payment_sandbox.sandbox_objects other where other.type = 'refund' and other.charge = paid.id
    ) refund on true
    left join lateral (
      select sum((other.data ->> 'amount')::integer) as amount
      from payment_sandbox.sandbox_objects other
      where other.type = 'dispute' and other.charge = paid.id
        and other.status <> 'won' and other.status not like 'warning_%'
    ) dispute on true
    where paid.type = 'charge' and paid.status = 'succeeded'
    group by paid.id
    order by paid.seq`.execute(context.db);
  return rows;
}
