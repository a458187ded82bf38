import type { TestApp } from '../app.ts';

/** The numbers of the orders that requests name. */
export interface KnownOrders {
  orderNumbers: string[];
  heldOrders: string[];
  paidOrders: string[];
}

/** Lists the orders of the world: all of them, those of the event on sale, and those of the event that was paid for. */
export async function listOrders(
  { db }: TestApp,
  { onSale, paid }: Record<'onSale' | 'paid', { id: number }>,
): Promise<KnownOrders> {
  const orders = await db.selectFrom('orders').select(['number', 'event_id']).orderBy('id').execute();
  const listOf = ({ id }: { id: number }) =>
    orders.filter((order) => order.event_id === id).map((order) => order.number);
  return {
    orderNumbers: orders.map((order) => order.number),
    heldOrders: listOf(onSale),
    paidOrders: listOf(paid),
  };
}

/** Finds the orders to which a call with this path can do something. */
export function findNumbers(orders: KnownOrders, path: string): readonly string[] {
  if (path.endsWith('/refunds')) return orders.paidOrders;
  return /\/(checkout|more-time)$/.test(path) ? orders.heldOrders : orders.orderNumbers;
}
