import type { AuditAction } from '@foyer/contract/admin.ts';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import type { Signed } from '../../../http/caller.ts';
import { assertOnSale } from '../../events/events.rules.ts';
import { takePlaces } from '../../events/events.seats.service.ts';
import { getEventFor } from '../../events/events.access.service.ts';
import { listTypes } from '../../events/types/types.queries.ts';
import { getSingleType } from '../../events/types/types.rules.ts';
import { enqueueEndedTicketMail } from '../mails/cancelled.service.ts';
import { sendTicketJob } from '../../tickets/tickets.jobs.ts';
import type { IssuedStatus, TicketRow } from '../../tickets/tickets.queries.ts';
import { needsRefund } from '../../tickets/tickets.rules.ts';
import {
  checkIn,
  getTicket,
  getTicketFor,
  deleteDeadTicket,
  undoCheckIn,
} from '../../tickets/tickets.service.ts';
import { getUserId } from '../../users/users.service.ts';
import { findOrder, lockBuyer, lockOrder } from '../orders.queries.ts';
import { activate, confirmHoldOf, sumTicketsLeft } from '../orders.states.service.ts';
import { endUnpaid, lockActiveOrder, lockChosen } from '../sale/cancel.service.ts';
import { assertMayAdd, findTypedEmail } from './adding-people.service.ts';
import { cancelWithTicket } from './registrations.service.ts';

interface Complimentary {
  eventId: number;
  who: BodyOf<Endpoints['POST /tickets']>['who'];
  /** If this is set, the ticket is for this registration, which must be the user's own registration for the event. */
  registrationId?: number;
}

/** Gives a person a complimentary ticket, until the event ends. A person who already holds a seat for the event gets the ticket for that seat. */
export async function giveTicket(
  deps: Deps,
  { actor, address }: Signed,
  { eventId, who, registrationId }: Complimentary,
): Promise<TicketRow> {
  await assertMayAdd(deps, { actor, address }, who);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const event = await getEventFor(tx, actor, 'issue', { id: eventId });
    assertOnSale(event, now, { gives: true });
    const userId = await getUserId(tx, who);
    if (registrationId !== undefined) {
      const order = await findOrder(tx, registrationId);
      if (order?.event_id !== eventId || order.user_id !== userId) {
        throw new ApiError('registration_not_found');
      }
    }
    const type = getSingleType(await listTypes(tx, eventId), { manages: true, gives: true, now });
    const madeBy = userId === actor.id ? null : actor.id;
    const wanted = { eventId, userId, now, madeBy, typedEmail: findTypedEmail(who) };
    const made = await activate(tx, { ...wanted, type, pricePence: 0, holdUntil: null });
    const ticketId = (made ?? (await confirmHoldOf(tx, wanted)))?.ticketId;
    if (ticketId === undefined) throw await explainNoTicket(tx, { eventId, userId });
    await deps.jobs.enqueue(tx, sendTicketJob, { ticketId });
    const given = { by: actor, action: 'ticket.given', objectId: ticketId, eventId } as const;
    await recordAudit(tx, now, { ...given, details: { user_id: userId } });
    if (made) {
      const place = { typeId: type.id, count: 1 };
      await takePlaces(tx, { eventId, orderId: made.id, wanted: [place], now, gives: true });
    }
    return getTicket(tx, ticketId);
  });
}

/** An unpaid order has no ticket yet, but the buyer may pay for it at any moment. */
async function explainNoTicket(tx: Tx, { eventId, userId }: { eventId: number; userId: number }) {
  const order = await lockBuyer(tx, eventId, userId);
  if (order?.status !== 'held') return new ApiError('ticket_exists');
  return new ApiError('order_open', { msg: 'This person has an unpaid order for this event' });
}

export async function changeTicket(
  deps: Deps,
  actor: Actor,
  id: number,
  { status, reason }: { status: IssuedStatus; reason?: string },
): Promise<TicketRow> {
  return deps.db.transaction().execute(async (tx) => {
    const ticket = await getTicketFor(tx, actor, 'issue', id);
    const change = { actor, ticket, now: deps.clock.now(), note: reason };
    if (status === 'used' || ticket.status !== status) await changes[status](tx, change, deps);
    return getTicket(tx, id);
  });
}

interface Change {
  actor: Actor;
  ticket: TicketRow;
  now: Date;
  /** The actor's reason for the change, for the audit log. */
  note?: string;
}

const changes: Record<IssuedStatus, (tx: Tx, change: Change, deps: Deps) => Promise<void>> = {
  async used(tx, change) {
    await checkIn(tx, change.actor, change.ticket, { now: change.now, isScanned: false });
    await recordChange(tx, change, 'ticket.checked_in');
  },
  async valid(tx, change) {
    // The audit entry locks the account of the actor, and the deletion of an account locks tickets after the account.
    await recordChange(tx, change, 'ticket.check_in_undone');
    if (!(await undoCheckIn(tx, change.ticket.id))) throw new ApiError('ticket_not_live');
  },
  async cancelled(tx, change, deps) {
    const { ticket } = change;
    if (needsRefund(ticket)) throw new ApiError('ticket_paid');
    if (ticket.status === 'used') throw new ApiError('ticket_used');
    if (ticket.status !== 'valid') throw new ApiError('ticket_not_live');
    await cancelTicket(deps, tx, change, 'ticket.cancelled');
  },
  async refunded(_tx, { ticket }) {
    throw new ApiError(needsRefund(ticket) ? 'ticket_paid' : 'ticket_not_paid');
  },
};

/**
 * Deletes a ticket that is neither used nor paid. A refunded ticket counts as unpaid. A valid ticket is cancelled
 * first, to free its seat.
 */
export async function deleteTicket(deps: Deps, actor: Actor, id: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await getTicketFor(tx, actor, 'refund', id);
    if (needsRefund(ticket)) throw new ApiError('ticket_paid');
    if (ticket.status === 'used') throw new ApiError('ticket_used');
    const change = { actor, ticket, now: deps.clock.now() };
    if (ticket.status === 'valid') await cancelTicket(deps, tx, change, 'ticket.deleted');
    await lockOrder(tx, ticket.registration_id);
    if (ticket.status !== 'valid') await recordChange(tx, change, 'ticket.deleted');
    if (!(await deleteDeadTicket(tx, id))) throw new ApiError('ticket_not_found');
    await sumTicketsLeft(tx, ticket.registration_id);
  });
}

/**
 * Cancels a ticket, and its order if none of its tickets is live any more. Throws `ticket_not_live` if a newer ticket
 * has replaced this one.
 */
async function cancelTicket(deps: Deps, tx: Tx, change: Change, action: AuditAction): Promise<void> {
  const { ticket, actor } = change;
  if (!ticket.is_single) {
    const orderId = ticket.registration_id;
    // The audit entry locks the account of the actor. The deletion of an account locks orders before the account, and
    // tickets after it.
    await lockActiveOrder(tx, orderId);
    await recordChange(tx, change, action);
    const ended = { orderId, ticketId: ticket.id };
    if (ticket.user_id !== actor.id) await enqueueEndedTicketMail(deps, tx, ended);
    const chosen = await lockChosen(tx, orderId, { ticketIds: [ticket.id], byTeam: true });
    await endUnpaid(tx, orderId, chosen);
    return;
  }
  const audit = async (cancelledId: number | undefined) => {
    if (cancelledId !== ticket.id) throw new ApiError('ticket_not_live');
    await recordChange(tx, change, action);
  };
  await cancelWithTicket(deps, tx, { id: ticket.registration_id, isOwn: ticket.user_id === actor.id, audit });
}

function recordChange(tx: Tx, { actor, ticket, now, note }: Change, action: AuditAction): Promise<void> {
  const { id: objectId, event_id: eventId, user_id } = ticket;
  const details = { user_id, ...(note && { note }) };
  return recordAudit(tx, now, { by: actor, action, objectId, eventId, details });
}
