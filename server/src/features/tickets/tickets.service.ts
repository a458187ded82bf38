import { ticket as ticketAnswer } from '@foyer/contract/tickets.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { getEventFor } from '../events/events.access.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { findTicket, presentTicket, type TicketRow } from './tickets.queries.ts';
import { findEntryRefusal } from './tickets.rules.ts';

export async function getTicket(db: Db | Tx, codeOrId: string | number): Promise<TicketRow> {
  const ticket = await findTicket(db, codeOrId);
  if (!ticket) throw new ApiError('ticket_not_found');
  return ticket;
}

/**
 * Gets the ticket if the caller may do `action` to the tickets of its event. The holder may also see their own
 * ticket.
 */
export async function getTicketFor(
  db: Db | Tx,
  actor: Actor,
  action: 'see' | 'manage' | 'issue' | 'refund',
  codeOrId: string | number,
): Promise<TicketRow> {
  const ticket = await getTicket(db, codeOrId);
  if (action === 'see' && canActFor(actor, ticket.user_id)) return ticket;
  await getEventFor(db, actor, action === 'see' ? 'manage' : action, { id: ticket.event_id }).catch(
    (error: unknown) => {
      // Say that the ticket is unknown, because otherwise strangers would learn of an event that they may not see.
      throw error instanceof ApiError && error.code === 'event_not_found'
        ? new ApiError('ticket_not_found')
        : error;
    },
  );
  return ticket;
}

export async function checkInTicket(deps: Deps, actor: Actor, codeOrId: string | number): Promise<TicketRow> {
  const ticket = await getTicketFor(deps.db, actor, 'manage', codeOrId);
  await checkIn(deps.db, actor, ticket, deps.clock.now());
  return getTicket(deps.db, ticket.id);
}

/**
 * Marks a ticket as used. If two scanners ask at the same moment, the conditional update admits exactly one of them.
 */
export async function checkIn(db: Db | Tx, actor: Actor, ticket: TicketRow, now: Date): Promise<void> {
  assertAdmits(actor, ticket, now);
  const won = await db
    .updateTable('tickets')
    .set({ status: 'used', used_at: now, used_by: actor.id })
    .where('id', '=', ticket.id)
    .where('status', '=', 'valid')
    .returning('id')
    .executeTakeFirst();
  // The ticket is no longer valid, most likely because another scanner was faster. Try again with the ticket as stored
  // now. The second try throws, unless another scanner's check-in was undone in the meantime.
  if (!won) await checkIn(db, actor, await getTicket(db, ticket.id), now);
}

/** Undoes a check-in. Returns whether the ticket was checked in. */
export async function undoCheckIn(tx: Tx, id: number): Promise<boolean> {
  const undone = await tx
    .updateTable('tickets')
    .set({ status: 'valid', used_at: null, used_by: null })
    .where('id', '=', id)
    .where('status', '=', 'used')
    .returning('id')
    .executeTakeFirst();
  return undone !== undefined;
}

/** Deletes a ticket if it is cancelled or refunded. Returns whether the ticket was deleted. */
export async function deleteDeadTicket(tx: Tx, id: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('tickets')
    .where('id', '=', id)
    .where('status', 'in', ['cancelled', 'refunded'])
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/**
 * Throws if the ticket cannot be checked in. The error carries the ticket, which the check-in page shows with the
 * reason.
 */
export function assertAdmits(actor: Actor, ticket: TicketRow, now: Date): void {
  const refusal = findEntryRefusal(ticket, now);
  if (!refusal) return;
  const shown = ticketAnswer.parse(presentTicket(actor, ticket));
  throw new ApiError(refusal, { extra: { ticket: shown, used_at: shown.used_at } });
}
