import { sql } from 'kysely';
import type { World } from './work.ts';

/** What the provider would say of one payment, in the currency's smallest unit. */
export interface BookEntry {
  paymentIntent: string;
  /** The checkout session that was paid; null for an intent that was made on its own. */
  session: string | null;
  currency: string;
  charged: number;
  /** Refunds that have succeeded. */
  refunded: number;
  /** Refunds that are still under way. */
  refundPending: number;
  /** What disputes hold back or have taken for good. */
  disputed: number;
}

/** The sandbox's books: every payment intent that took money, oldest first. */
export async function readBooks(world: World): Promise<BookEntry[]> {
  const { rows } = await sql<BookEntry>`
    select
      paid.payment_intent as "paymentIntent",
      max(session.id) as session,
      paid.data ->> 'currency' as currency,
      (paid.data ->> 'amount_captured')::integer as charged,
      coalesce(sum(refund.amount) filter (where refund.status = 'succeeded'), 0)::integer as refunded,
      coalesce(sum(refund.amount) filter (where refund.status = 'pending'), 0)::integer as "refundPending",
      coalesce(max(dispute.amount), 0)::integer as disputed
    from sandbox_objects paid
    left join sandbox_objects session
      on session.type = 'checkout.session' and session.payment_intent = paid.payment_intent
    left join lateral (
      select other.status, (other.data ->> 'amount')::integer as amount
      from sandbox_objects other where other.type = 'refund' and other.charge = paid.id
    ) refund on true
    left join lateral (
      select sum((other.data ->> 'amount')::integer) as amount
      from sandbox_objects other
      where other.type = 'dispute' and other.charge = paid.id and other.status <> 'won' and other.status not like 'warning_%'
    ) dispute on true
    where paid.type = 'charge' and paid.status = 'succeeded'
    group by paid.id
    order by paid.seq`.execute(world.db);
  return rows;
}
