import { randomUUID } from 'node:crypto';
import { deriveTicketKey } from '../../src/mail/link-keys.ts';
import { listOffers } from '../../src/features/events/types/types.queries.ts';
import type { TestApp } from '../app.ts';
import { makeFollowToken } from '../access/access-links.ts';
import { makeEvent, only, type TestUser } from '../factories.ts';
import { buyAtDoor, makeDoorLink, openDoor } from '../tickets.ts';
import { placeOrder, type NewOrder } from '../orders.ts';

interface KnownDoor {
  doorEvents: number[];
  doorKeys: string[];
  doorLinks: number[];
  scans: { id: string; ticket_id: number }[][];
  /** A ticket that the link has checked in. */
  scannedTickets: number[];
}

export interface KnownOrders extends KnownDoor {
  /** Tokens with which people confirm that they follow a team. */
  followTokens: string[];
  orderNumbers: string[];
  heldOrders: string[];
  paidOrders: string[];
  ticketChanges: { id: number; name: string }[][];
  ticketsToGive: number[];
  /** Tickets that guests transferred to somebody else. */
  heldTickets: number[];
  /** The keys of the transferred tickets. */
  ticketKeys: string[];
}

/**
 * Orders a free ticket, and lists the orders and tickets that requests can name: all orders, the unpaid orders of
 * `onSale`, the paid orders of `paid`, and the new free tickets.
 */
export async function listOrders(
  app: TestApp,
  { onSale, paid, free }: Record<'onSale' | 'paid' | 'free', { id: number }>,
  { buyer, organiser }: { buyer: TestUser; organiser: TestUser & { teamId: number } },
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
    followTokens: [await makeFollowToken(app, organiser.teamId)],
    ...(await makeDoor(app, organiser)),
    ...(await giveTicket(app, { event_id: free.id, items })),
  };
}

async function giveTicket(app: TestApp, body: NewOrder) {
  const { key, tickets } = await placeOrder(app, body);
  const { id } = only(tickets);
  await app.call('POST /tickets/:id/transfer', {
    params: { id },
    headers: { 'x-order-key': String(key), 'idempotency-key': randomUUID() },
    body: { name: 'Ivo Marsh', email: 'ivo@example.org' },
  });
  const { key_salt: holder_salt } = await app.db
    .selectFrom('ticket_transfers')
    .select('key_salt')
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow();
  const ticketKey = deriveTicketKey(app.deps.sessionSecret, { ticket_id: id, holder_salt });
  return { heldTickets: [id], ticketKeys: [ticketKey] };
}

const printPath = '/orders/:number/tickets/:id/pdf';

export function findOrderFields(orders: KnownOrders, path: string) {
  return {
    number: findNumbers(orders, path),
    // A refund without ticket ids is for all tickets of the order. Ids from another order would only be refused.
    ticketIds: path.endsWith('/refunds') ? [undefined] : [],
    tickets: orders.ticketChanges,
    'x-ticket-key': orders.ticketKeys,
    ...(['/follows/confirm', '/follows/find'].includes(path) && { token: orders.followTokens }),
    // Only a message to one ticket type names the type.
    ...(path.endsWith('/messages') && { audience: ['all'], ticketTypeId: [undefined] }),
    ...findDoorFields(orders, path),
  };
}

function findNumbers(orders: KnownOrders, path: string): readonly string[] {
  if (path.endsWith('/refunds')) return orders.paidOrders;
  if (path === '/orders/:number' || path === printPath) return orders.paidOrders.slice(0, 1);
  return /\/(checkout|more-time)$/.test(path) ? orders.heldOrders : orders.orderNumbers;
}

export function findTicketIds(orders: KnownOrders, path: string): readonly number[] | undefined {
  if (path === printPath) return orders.ticketChanges.flatMap((changes) => changes.map(({ id }) => id));
  if (path.endsWith('/transfer')) return orders.ticketsToGive;
  return /\/held(\.pdf)?$/.test(path) ? orders.heldTickets : undefined;
}

/** Makes an event that starts soon, with a link for volunteers, a ticket to check in, and one that is checked in. */
async function makeDoor(app: TestApp, organiser: TestUser): Promise<KnownDoor> {
  const { id } = await makeEvent(app, { price: 0, startsIn: 2 }, organiser);
  const { key, linkId } = await makeDoorLink(app, organiser, id);
  const [waiting, scanned] = await buyAtDoor(app, id, 2);
  await openDoor(app, id, { key }).scan({ ticket_id: scanned?.id });
  return {
    doorEvents: [id],
    doorKeys: [key],
    doorLinks: [linkId],
    scans: [[{ id: 'a-scan-of-this-test', ticket_id: Number(waiting?.id) }]],
    scannedTickets: [Number(scanned?.id)],
  };
}

function findDoorFields(door: KnownDoor, path: string): Record<string, readonly unknown[]> {
  if (!path.startsWith('/events/:id/door')) return {};
  return {
    id: door.doorEvents,
    'x-door-key': door.doorKeys,
    linkId: door.doorLinks,
    scans: door.scans,
    ticketId: door.scannedTickets,
    after: [1],
  };
}
