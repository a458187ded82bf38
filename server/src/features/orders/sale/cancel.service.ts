import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { findEvent } from '../../events/events.queries.ts';
import { releasePlaces } from '../../events/events.seats.service.ts';
import { cancelTickets, lockTicketsOf, type LockedTicket } from '../../tickets/tickets.states.service.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import { listTicketsOfOrder, presentOrder, type OrderDetails } from '../orders.details.queries.ts';
import { lockOrder } from '../orders.queries.ts';
import { deactivate } from '../orders.states.service.ts';

interface Cancellation {
  number: string;
  /** The tickets to give back. Undefined means all tickets of the order. */
  ticketIds: readonly number[] | undefined;
}

/**
 * Gives back a whole hold, a whole free order, or some tickets of a free order. Other buyers can have the places at
 * once.
 */
export async function cancelOrder(deps: Deps, caller: OrderCaller, { number, ticketIds }: Cancellation) {
  return deps.db.transaction().execute(async (tx) => {
    const { order, standing } = await getOrderFor(tx, caller, 'cancel', number);
    await assertNotStarted(tx, order, deps.clock.now());
    const isOwn = standing.isBuyer || standing.hasKey;
    if (caller.actor && !isOwn) {
      const entry = {
        by: caller.actor,
        action: 'order.cancelled',
        objectId: order.id,
        eventId: order.event_id,
      } as const;
      await recordAudit(tx, deps.clock.now(), { ...entry, details: { order: number } });
    }
    await endOrder(tx, order.id, { ticketIds, byTeam: false });
    const { order: cancelled } = await getOrderFor(tx, caller, 'cancel', number);
    return presentOrder(cancelled, await listTicketsOfOrder(tx, order.id), { withCodes: isOwn });
  });
}

async function assertNotStarted(tx: Tx, order: OrderDetails, now: Date): Promise<void> {
  const event = await findEvent(tx, order.event_id);
  if (event && event.start_time <= now) throw new ApiError('event_started');
}

/**
 * Cancels the chosen tickets, and also the order if no live ticket is left. Locks the order first, as every sale does,
 * then its tickets.
 */
export async function endOrder(
  tx: Tx,
  orderId: number,
  { ticketIds, byTeam }: { ticketIds: readonly number[] | undefined; byTeam: boolean },
): Promise<void> {
  const status = await lockOrder(tx, orderId);
  if (status !== 'held' && status !== 'confirmed') throw new ApiError('order_closed');
  const tickets = await lockTicketsOf(tx, orderId);
  const live = tickets.filter((ticket) => isLive(ticket));
  const chosen = ticketIds ? pickTickets(tickets, ticketIds) : live.filter((ticket) => isHeldByBuyer(ticket));
  const isTaken = chosen.length === 0 || chosen.some((ticket) => !isHeldByBuyer(ticket));
  // The buyer gave these tickets away, so only the team may end them.
  if (isTaken && !byTeam) throw new ApiError('ticket_transferred');
  const isWhole = chosen.length === live.length;
  // A hold is paid for as a whole, so it can be given back only as a whole.
  if (status === 'held' && !isWhole) throw new ApiError('order_not_confirmed');
  if (chosen.some(({ payment_id }) => payment_id !== null)) throw new ApiError('order_paid');
  if (chosen.some((ticket) => ticket.status === 'used')) throw new ApiError('ticket_used');
  const ended = chosen.map(({ id }) => id);
  await cancelTickets(tx, ended);
  if (isWhole) await deactivate(tx, orderId);
  await releasePlaces(tx, ended);
}

function isLive({ status }: LockedTicket): boolean {
  return status === 'held' || status === 'valid' || status === 'used';
}

function isHeldByBuyer({ transferred_at }: LockedTicket): boolean {
  return transferred_at === null;
}

function pickTickets(tickets: readonly LockedTicket[], ids: readonly number[]): LockedTicket[] {
  return [...new Set(ids)].map((id) => {
    const ticket = tickets.find((one) => one.id === id);
    if (!ticket) throw new ApiError('ticket_not_found');
    if (!isLive(ticket)) throw new ApiError('ticket_not_live');
    return ticket;
  });
}
