import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal, type Seats } from '../events/events.rules.ts';
import { hasOrder, type ActiveWebOrder } from './orders.queries.ts';

/**
 * Refuses a new buyer at once when the event is sold out, so that late buyers do not wait for locks. Does not refuse a
 * buyer with an order, because the buyer must hear of this order, or because the buyer's own hold may have ended
 * meanwhile and freed a seat.
 */
export async function assertSeatLeftFor(
  tx: Tx,
  userId: number,
  event: Seats & { id: number },
  now: Date,
): Promise<void> {
  if (findSeatRefusal(event, now) !== 'event_sold_out') return;
  if (!(await hasOrder(tx, event.id, userId))) throw new ApiError('event_sold_out');
}

/** Refuses a payment of the older API to a buyer with an order that has its own way to be paid, or is paid. */
export function assertNoWebOrder(order: ActiveWebOrder | null): void {
  if (order?.status === 'confirmed') throw new ApiError('already_paid');
  if (order) throw new ApiError('order_open', { extra: { order: order.number } });
}
