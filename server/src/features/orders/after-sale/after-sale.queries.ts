import type { Db } from '../../../db/connect.ts';

/** Whether a payment session belongs to the order. Only people who opened the payment page know the session's id. */
export async function hasPaymentSession(db: Db, orderId: number, sessionId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('provider_session_id', '=', sessionId)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Finds the event of an order, and the team that sold the order. The event may belong to another team now. */
export function findSale(db: Db, orderId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .leftJoin('teams', 'teams.id', 'orders.seller_team_id')
    .select(['events.title as event_title', 'events.start_time', 'events.end_time', 'teams.name as seller'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
}

/** Lists an order's payments that took money, oldest first. */
export function listPaymentsOf(db: Db, orderId: number) {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_pence', 'paid_at'])
    .where('order_id', '=', orderId)
    .where('paid_at', 'is not', null)
    .$narrowType<{ paid_at: Date }>()
    .orderBy('id')
    .limit(20)
    .execute();
}
