import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';

const ticketIds: RawBuilder<number[]> = sql`array(
  select ticket_id::integer from refund_tickets where refund_id = refunds.id order by ticket_id
)`;

function selectRefunds(db: Db | Tx) {
  return db
    .selectFrom('refunds')
    .select([
      'refunds.id',
      'refunds.payment_id',
      'refunds.amount_pence as amount',
      'refunds.status',
      'refunds.reason',
      'refunds.note',
      'refunds.made_outside',
      ticketIds.as('ticket_ids'),
      'refunds.ends_tickets',
      'refunds.created_at',
      'refunds.finished_at',
    ])
    .orderBy('refunds.id');
}

export type ShownRefund = Awaited<ReturnType<ReturnType<typeof selectRefunds>['execute']>>[number];

/** The limit keeps a request from reading without end. No person, order or page of payments has this many refunds. */
const maxListed = 10_000;

export async function getRefund(db: Db | Tx, id: number): Promise<ShownRefund> {
  return selectRefunds(db).where('refunds.id', '=', id).executeTakeFirstOrThrow();
}

export function listRefundsTo(db: Db, userId: number): Promise<ShownRefund[]> {
  return selectRefunds(db)
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payments.user_id', '=', userId)
    .limit(maxListed)
    .execute();
}

export function listRefundsOfOrder(db: Db | Tx, orderId: number): Promise<ShownRefund[]> {
  return selectRefunds(db)
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payments.order_id', '=', orderId)
    .limit(maxListed)
    .execute();
}

export function listRefundsOfPayments(db: Db, paymentIds: readonly number[]): Promise<ShownRefund[]> {
  if (paymentIds.length === 0) return Promise.resolve([]);
  return selectRefunds(db).where('refunds.payment_id', 'in', paymentIds).limit(maxListed).execute();
}

/** How much of a ticket's price is not refunded yet, in pence. */
export const leftOfTicket = sql<number>`greatest(0, tickets.price_pence - (
  select coalesce(sum(refund_tickets.amount_pence), 0)
  from refund_tickets join refunds on refunds.id = refund_tickets.refund_id
  where refund_tickets.ticket_id = tickets.id and refunds.status <> 'failed'
))::integer`;

export interface Refundable {
  left: number;
  tickets: { id: number; left: number }[];
}

/**
 * Reads how much of an order's newest payment can still be refunded, and how much of each of its tickets, in pence. An
 * earlier payment bought places that were given up, or went back because the order was paid already.
 */
export async function readRefundable(db: Db, orderId: number): Promise<Refundable> {
  const tickets = await db
    .selectFrom('tickets')
    .innerJoin('payments', 'payments.id', 'tickets.payment_id')
    .select([
      'tickets.id',
      leftOfTicket.as('left'),
      sql<number>`case payments.status when 'charged_back' then 0
        else payments.amount_pence - payments.committed_refund_pence end`.as('payment_left'),
    ])
    .where('tickets.payment_id', '=', (newest) =>
      newest
        .selectFrom('tickets')
        .select((columns) => columns.fn.max<number>('tickets.payment_id').as('id'))
        .where('tickets.order_id', '=', orderId),
    )
    .orderBy('tickets.id')
    .limit(maxListed)
    .execute();
  return {
    left: tickets[0]?.payment_left ?? 0,
    tickets: tickets.map(({ id, left }) => ({ id, left })),
  };
}
