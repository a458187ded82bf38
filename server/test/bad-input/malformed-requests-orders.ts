import { listOffers } from '../../src/features/events/types/types.queries.ts';
import type { TestApp } from '../app.ts';
import type { TestUser } from '../factories.ts';
import { placeOrder } from '../orders.ts';

export interface KnownOrders {
  orderNumbers: string[];
  heldOrders: string[];
  paidOrders: string[];
  ticketChanges: { id: number; name: string }[][];
  ticketsToGive: number[];
}

/**
 * Orders a free ticket. Then lists the orders and tickets that requests can name: all orders, the unpaid orders of
 * `onSale`, the paid orders of `paid`, and the new free tickets.
 */
export async function listOrders(
  app: TestApp,
  { onSale, paid, free }: Record<'onSale' | 'paid' | 'free', { id: number }>,
  buyer: TestUser,
): Promise<KnownOrders> {
  const { db } = app;
  const [type] = await listOffers(db, free.id, { withHidden: false });
  const items = [{ ticket_type_id: Number(type?.id), quantity: 1 }];
  const given = await placeOrder(app, { event_id: free.id, items }, { token: buyer.token });
  const orders = await db.selectFrom('orders').select(['number', 'event_id']).orderBy('id').execute();
  const listOf = ({ id }: { id: number }) =>
    orders.filter((order) => order.event_id === id).map((order) => order.number);
  const tickets = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('tickets.id')
    .where('orders.event_id', '=', paid.id)
    .where('orders.number', '=', listOf(paid)[0] ?? '')
    .execute();
  return {
    orderNumbers: orders.map((order) => order.number),
    heldOrders: listOf(onSale),
    paidOrders: listOf(paid),
    ticketChanges: tickets.map(({ id }) => [{ id, name: 'Ivo Marsh' }]),
    ticketsToGive: given.tickets.map(({ id }) => id),
  };
}

export function findNumbers(orders: KnownOrders, path: string): readonly string[] {
  if (path.endsWith('/refunds')) return orders.paidOrders;
  if (path === '/orders/:number') return orders.paidOrders.slice(0, 1);
  return /\/(checkout|more-time)$/.test(path) ? orders.heldOrders : orders.orderNumbers;
}
