import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';

/**
 * Finds the data for the email about a refund, by default the newest refund of the payment. Returns undefined when the
 * buyer's account was deleted.
 */
export function findRefundForMail(db: Db, { paymentId, refundId }: { paymentId: number; refundId?: number }) {
  let query = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('events', 'events.id', 'payments.event_id')
    .select((select) => [
      'refunds.id',
      'orders.id as order_id',
      'orders.number as order_number',
      'orders.key_salt',
      'refunds.amount_pence',
      'refunds.reason',
      'refunds.ends_tickets',
      'users.id as user_id',
      sql<string>`coalesce(users.email, orders.buyer_email)`.as('email'),
      sql<string | null>`coalesce(orders.buyer_name, users.username)`.as('buyer_name'),
      'events.title as event_title',
      'payments.amount_pence as paid_pence',
      select
        .selectFrom('refund_tickets')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('refund_tickets.refund_id', '=', 'refunds.id')
        .as('ticket_count'),
      select
        .exists(
          select
            .selectFrom('tickets')
            .select('tickets.id')
            .whereRef('tickets.order_id', '=', 'payments.order_id')
            .whereRef('tickets.payment_id', '<>', 'payments.id')
            .where('tickets.status', 'in', ['valid', 'used']),
        )
        .$castTo<boolean>()
        .as('has_other_tickets'),
    ])
    .where('payments.id', '=', paymentId)
    .where(sql`coalesce(users.email, orders.buyer_email)`, 'is not', null);
  if (refundId !== undefined) query = query.where('refunds.id', '=', refundId);
  return query.orderBy('refunds.id', 'desc').limit(1).executeTakeFirst();
}

export type RefundForMail = NonNullable<Awaited<ReturnType<typeof findRefundForMail>>>;

const maxReaders = 1000;

/**
 * Lists the data for the dispute emails, with one row per reader. The readers are the admins of the event's team or, if
 * there are none, the site administrators.
 */
export async function listDisputeReaders(db: Db, paymentId: number) {
  const ofTeam = await selectReaders(db, paymentId)
    .innerJoin('team_members', (join) =>
      join
        .onRef('team_members.team_id', '=', 'events.team_id')
        .onRef('team_members.user_id', '=', 'users.id'),
    )
    .where('team_members.role', '=', 'team_admin')
    .execute();
  if (ofTeam.length > 0) return ofTeam;
  return selectReaders(db, paymentId).where('users.is_site_admin', '=', true).execute();
}

function selectReaders(db: Db, paymentId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('events', 'events.id', 'payments.event_id')
    .innerJoin('users', (join) => join.onTrue())
    .leftJoin('users as buyers', 'buyers.id', 'payments.user_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'users.id as user_id',
      'users.email',
      sql<string>`coalesce(users.name, users.username)`.as('name'),
      'events.id as event_id',
      'events.private_key as event_key',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'payments.amount_pence',
      'payments.payment_intent_id',
      sql<string | null>`coalesce(orders.buyer_name, buyers.username)`.as('buyer_name'),
    ])
    .where('payments.id', '=', paymentId)
    .orderBy('users.id')
    .limit(maxReaders);
}
