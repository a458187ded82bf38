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

/** Lists the refunds of an order. If there are any, also reads what the buyer has paid in the end. */
export async function readRefundsOfOrder(db: Db, orderId: number) {
  const refunds = await listRefundsOfOrder(db, orderId);
  return { refunds, paidPence: refunds.length > 0 ? await readPaidInEnd(db, orderId) : undefined };
}

/**
 * Reads what the buyer has paid in the end, in pence. Refunds that failed moved no money. A payment that the bank took
 * back counts for nothing.
 */
async function readPaidInEnd(db: Db, orderId: number): Promise<number> {
  const { paid } = await db
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(amount_pence - committed_refund_pence), 0)::integer`.as('paid'))
    .where('order_id', '=', orderId)
    .where('status', 'in', ['paid', 'refund_pending', 'refunded'])
    .executeTakeFirstOrThrow();
  return paid;
}

/**
 * Selects the id of the payment that bought the newest of these tickets, or of the whole order. An order of the older
 * API may have several payments. The payment with the highest id may be an earlier one, because money can arrive late.
 */
export function selectPaymentOfOrder(orderId: number, chosen: readonly number[] = []): RawBuilder<number> {
  return sql`(
    select payment_id from tickets where order_id = ${orderId} and payment_id is not null
    order by id = any (${chosen}::bigint[]) desc, id desc limit 1
  )`;
}

/** Reads how much can still be refunded for an order, and for each ticket of the same payment, in pence. */
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
    .where('tickets.payment_id', '=', selectPaymentOfOrder(orderId))
    .orderBy('tickets.id')
    .limit(maxListed)
    .execute();
  return {
    left: tickets[0]?.payment_left ?? 0,
    tickets: tickets.map(({ id, left }) => ({ id, left })),
  };
}
