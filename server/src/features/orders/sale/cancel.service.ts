import type { Tx } from '../../../db/connect.ts';
import { ApiError } from '../../../http/errors.ts';
import { releasePlaces } from '../../events/events.seats.service.ts';
import { cancelTickets, lockTicketsOf, type LockedTicket } from '../../tickets/tickets.states.service.ts';
import { lockOrder } from '../orders.queries.ts';
import { deactivate } from '../orders.states.service.ts';

export interface ChosenTickets {
  tickets: LockedTicket[];
  /** Whether `tickets` contains all live tickets of the order. */
  isWhole: boolean;
}

/**
 * Locks an order and its tickets, and chooses the tickets to cancel: those in `ticketIds` or, without `ticketIds`, all
 * that the buyer still holds. Throws when one of them cannot be cancelled. The caller must check whether they were paid
 * for or used.
 */
export async function lockChosen(
  tx: Tx,
  orderId: number,
  { ticketIds, byTeam }: { ticketIds: readonly number[] | undefined; byTeam: boolean },
): Promise<ChosenTickets> {
  const status = await lockActiveOrder(tx, orderId);
  const all = await lockTicketsOf(tx, orderId);
  const live = all.filter((ticket) => isLive(ticket));
  const tickets = ticketIds ? pickTickets(all, ticketIds) : live.filter((ticket) => isHeldByBuyer(ticket));
  const isTaken = tickets.length === 0 || tickets.some((ticket) => !isHeldByBuyer(ticket));
  // The buyer gave these tickets away, so only the team may end them.
  if (isTaken && !byTeam) throw new ApiError('ticket_transferred');
  const isWhole = tickets.length === live.length;
  // A hold is paid for as a whole, so it can be given back only as a whole.
  if (status === 'held' && !isWhole) throw new ApiError('order_not_confirmed');
  return { tickets, isWhole };
}

export async function lockActiveOrder(tx: Tx, orderId: number): Promise<'held' | 'confirmed'> {
  const status = await lockOrder(tx, orderId);
  if (status !== 'held' && status !== 'confirmed') throw new ApiError('order_closed');
  return status;
}

/** A free ticket of a paid order has the payment of the order, but costs nothing. */
export function isSoldForMoney({ payment_id, price_pence }: LockedTicket): boolean {
  return payment_id !== null && price_pence > 0;
}

/** Cancels tickets that cost nothing, and also the order if no live ticket is left. Frees their places. */
export async function endUnpaid(tx: Tx, orderId: number, chosen: ChosenTickets): Promise<void> {
  if (chosen.tickets.some(isSoldForMoney)) throw new ApiError('order_paid');
  await endWithoutMoney(tx, orderId, chosen);
}

/** Cancels tickets for which no money goes back. The caller has checked that they may be cancelled. */
export async function endWithoutMoney(
  tx: Tx,
  orderId: number,
  { tickets, isWhole }: ChosenTickets,
): Promise<void> {
  if (tickets.some(({ status }) => status === 'used')) throw new ApiError('ticket_used');
  const ended = tickets.map(({ id }) => id);
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
