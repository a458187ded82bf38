import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';

const selectActiveOrders = prepare((db, { eventId, userId }: { eventId: number; userId: number }) =>
  db
    .selectFrom('orders')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.order_id', '=', 'orders.id').on('tickets.status', 'in', ['valid', 'used']),
    )
    .select(['orders.id', 'orders.number', 'orders.status', 'orders.is_single'])
    .select((select) => [
      select.fn.count<number>('tickets.id').as('tickets'),
      select.fn.count<number>('tickets.payment_id').as('paid'),
    ])
    .where('orders.user_id', '=', userId)
    // The addition leaves only the index by user to choose. PostgreSQL may keep a plan that it made for a small table,
    // and the index by event would then read all orders of a sale.
    .where(sql`orders.event_id + 0`, '=', eventId)
    .where('orders.status', 'in', ['held', 'confirmed'])
    .$narrowType<{ status: 'held' | 'confirmed' }>()
    .groupBy('orders.id')
    .orderBy(sql`orders.status = 'held'`, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(100),
);

/**
 * Reads what the user has at the event. Every active order counts, also one from `POST /orders`. An unpaid order comes
 * first, because the user must act on it.
 */
export async function readViewerState(db: Db, eventId: number, userId: number) {
  const rows = await selectActiveOrders(db, { eventId, userId });
  const [first] = rows;
  return {
    is_registered: first !== undefined,
    has_paid: rows.some(({ paid }) => paid > 0),
    has_ticket: rows.some(({ tickets }) => tickets > 0),
    registration_id: first?.id ?? null,
    order: first && !first.is_single ? { number: first.number, status: first.status } : null,
  };
}
