import type { TicketStatus } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { assertOnSale } from '../events/events.rules.ts';
import { takeSeat } from '../events/events.seats.service.ts';
import { getEventFor } from '../events/events.service.ts';
import { findTicket, type TicketRow } from '../tickets/tickets.queries.ts';
import { isPaidAndLive } from '../tickets/tickets.rules.ts';
import { checkIn, issueTicket, undoCheckIn } from '../tickets/tickets.service.ts';
import { findRegistration } from './registrations.queries.ts';
import { activate, assertUserExists, confirmOwnHold, giveUpSeat } from './registrations.service.ts';

interface Complimentary {
  eventId: number;
  userId: number;
  /** When given, it must be theirs for that event. */
  registrationId?: number;
}

/** Registers somebody and gives them a ticket that costs nothing; a hold they have becomes the seat. */
export async function giveTicket(deps: Deps, actor: Actor, input: Complimentary): Promise<TicketRow> {
  const { eventId, userId, registrationId } = input;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const event = await getEventFor(tx, actor, 'issue', eventId);
    assertOnSale(event, now);
    await assertUserExists(tx, userId);
    if (registrationId !== undefined) {
      const registration = await findRegistration(tx, registrationId);
      if (registration?.event_id !== eventId || registration.user_id !== userId) {
        throw new ApiError('registration_not_found');
      }
    }
    const made = await activate(tx, { eventId, userId, now, holdUntil: null });
    const id = made?.id ?? (await confirmOwnHold(tx, { eventId, userId }));
    if (id === undefined) throw new ApiError('ticket_exists');
    const ticketId = await issueTicket(deps, tx, { registrationId: id, eventId, userId, pricePence: 0 });
    if (made) await takeSeat(tx, eventId, now);
    return getTicket(await findTicket(tx, ticketId));
  });
}

/** Checks a ticket in, undoes that, or cancels one that nobody paid for. */
export async function changeTicket(
  deps: Deps,
  actor: Actor,
  id: number,
  status: TicketStatus,
): Promise<TicketRow> {
  const ticket = getTicket(await findTicket(deps.db, id));
  await getEventFor(deps.db, actor, 'issue', ticket.event_id);
  if (ticket.status !== status) await changes[status](deps, actor, ticket);
  return getTicket(await findTicket(deps.db, id));
}

const changes: Record<TicketStatus, (deps: Deps, actor: Actor, ticket: TicketRow) => Promise<void>> = {
  async used(deps, actor, ticket) {
    await checkIn(deps, actor, ticket);
  },
  async valid(deps, _actor, ticket) {
    if (!(await undoCheckIn(deps.db, ticket.id))) throw new ApiError('ticket_not_live');
  },
  async cancelled(deps, _actor, ticket) {
    if (isPaidAndLive(ticket)) throw new ApiError('ticket_paid');
    if (ticket.status === 'used') throw new ApiError('ticket_used');
    if (ticket.status !== 'valid') throw new ApiError('ticket_not_live');
    await deps.db.transaction().execute((tx) => giveUpSeat(tx, ticket.registration_id));
  },
  async refunded(_deps, _actor, ticket) {
    throw new ApiError(isPaidAndLive(ticket) ? 'ticket_paid' : 'ticket_not_paid');
  },
};

/** Deletes a ticket that holds nobody's money; a valid one gives its seat back first. */
export async function deleteTicket(deps: Deps, actor: Actor, id: number): Promise<void> {
  const ticket = getTicket(await findTicket(deps.db, id));
  await getEventFor(deps.db, actor, 'refund', ticket.event_id);
  if (isPaidAndLive(ticket)) throw new ApiError('ticket_paid');
  if (ticket.status === 'used') throw new ApiError('ticket_used');
  await deps.db.transaction().execute(async (tx) => {
    if (ticket.status === 'valid') await giveUpSeat(tx, ticket.registration_id);
    await tx
      .deleteFrom('tickets')
      .where('id', '=', id)
      .where('status', 'in', ['cancelled', 'refunded'])
      .execute();
  });
}

function getTicket(ticket: TicketRow | undefined): TicketRow {
  if (!ticket) throw new ApiError('ticket_not_found');
  return ticket;
}
