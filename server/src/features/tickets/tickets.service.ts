import { ticket as ticketAnswer } from '@foyer/contract/tickets.ts';
import type { QueryCreator } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { countUse, takeBackUse } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { getEventFor } from '../events/events.access.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { findUser } from '../users/users.queries.ts';
import {
  findTicket,
  findTickets,
  listValidTickets,
  presentTicket,
  shortCodeLength,
  type TicketRow,
} from './tickets.queries.ts';
import { findByOldCode } from './tickets.transfers.service.ts';
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
  const ticket = await getTicketUnlessReplaced(db, actor, codeOrId);
  if (action === 'see' && ticket.user_id !== null && canActFor(actor, ticket.user_id)) return ticket;
  await getEventFor(db, actor, action === 'see' ? 'manage' : action, { id: ticket.event_id }).catch(
    (error: unknown) => {
      // Strangers must not learn of an event that they may not see, so say that the ticket is unknown.
      throw error instanceof ApiError && error.code === 'event_not_found'
        ? new ApiError('ticket_not_found')
        : error;
    },
  );
  return ticket;
}

/**
 * Gets a ticket. For the code that a ticket had before a transfer, throws `ticket_code_replaced` if the caller may
 * check the ticket in.
 */
async function getTicketUnlessReplaced(
  db: Db | Tx,
  actor: Actor,
  codeOrId: string | number,
): Promise<TicketRow> {
  const ticket = await findTicket(db, codeOrId);
  if (ticket) return ticket;
  const replacedId = typeof codeOrId === 'string' ? await findByOldCode(db, codeOrId) : undefined;
  if (replacedId === undefined) throw new ApiError('ticket_not_found');
  const { attendee_name } = await getTicketFor(db, actor, 'manage', replacedId);
  throw new ApiError('ticket_code_replaced', {
    msg: `This ticket was given to ${attendee_name ?? 'somebody else'}, so this code is no longer valid. Ask for the new one.`,
  });
}

/**
 * Works like `getTicketFor`, but limits how many wrong short codes an account may try, because short codes can be
 * guessed.
 */
export async function getShownTicket(
  deps: Deps,
  actor: Actor,
  action: 'see' | 'manage',
  codeOrId: string | number,
): Promise<TicketRow> {
  if (typeof codeOrId === 'number' || codeOrId.length !== shortCodeLength) {
    return getTicketFor(deps.db, actor, action, codeOrId);
  }
  await countUse(deps, 'short_code_guess', actor.id);
  const ticket = await getTicketFor(deps.db, actor, action, codeOrId);
  await takeBackUse(deps, 'short_code_guess', actor.id);
  return ticket;
}

export async function checkInTicket(deps: Deps, actor: Actor, codeOrId: string | number): Promise<TicketRow> {
  const ticket = await getShownTicket(deps, actor, 'manage', codeOrId);
  const isScanned = typeof codeOrId === 'string';
  await checkIn(deps.db, actor, ticket, { now: deps.clock.now(), isScanned });
  return getTicket(deps.db, ticket.id);
}

/**
 * Checks in a ticket and the other valid tickets of its order that still belong to the buyer. Throws what
 * `checkInTicket` throws for this ticket, and then admits nobody.
 */
export async function checkInOrder(
  deps: Deps,
  actor: Actor,
  codeOrId: string | number,
): Promise<TicketRow[]> {
  const shown = await getShownTicket(deps, actor, 'manage', codeOrId);
  const ofBuyer = await listValidTickets(deps.db, shown.registration_id);
  const now = deps.clock.now();
  await checkIn(deps.db, actor, shown, { now, isScanned: typeof codeOrId === 'string' });
  const others = ofBuyer.filter(({ id }) => id !== shown.id);
  const isOfBuyer = others.length < ofBuyer.length;
  const admitted = isOfBuyer ? await markAllUsed(deps.db, actor, others, now) : [];
  return findTickets(deps.db, [shown.id, ...admitted]);
}

interface Entry {
  now: Date;
  /** Whether the ticket was found by its code. The ticket must then still have this code. */
  isScanned: boolean;
}

/**
 * Marks a ticket as used. If two scanners ask at the same moment, the conditional update admits exactly one of them.
 */
export async function checkIn(db: Db | Tx, actor: Actor, ticket: TicketRow, entry: Entry): Promise<void> {
  assertAdmits(actor, ticket, entry.now);
  if (await markUsed(db, actor, ticket, entry.now)) return;
  // Another scanner was faster, or the buyer has just given the ticket away. Try again with the ticket as stored now.
  // The second try throws, unless the other check-in was undone meanwhile.
  if (!(await findUser(db, actor.id))) throw new ApiError('invalid_token');
  const stored = await getTicket(db, ticket.id);
  if (entry.isScanned && stored.ticket_code !== ticket.ticket_code)
    throw new ApiError('ticket_code_replaced');
  await checkIn(db, actor, stored, entry);
}

/**
 * Selects and locks the account that checks in tickets. Used tickets refer to this account, and the deletion of an
 * account locks the account before the tickets, so a check-in must do the same.
 */
export function lockChecker(db: QueryCreator<Tables>, userId: number) {
  return db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare();
}

/**
 * Returns false if the ticket is no longer valid, or has another code than the caller has read, or if the account of
 * the actor was just deleted.
 */
async function markUsed(db: Db | Tx, actor: Actor, ticket: TicketRow, now: Date): Promise<boolean> {
  const used = await db
    .with('checker', (cte) => lockChecker(cte, actor.id))
    .updateTable('tickets')
    .from('checker')
    .set({ status: 'used', used_at: now, used_by: actor.id })
    .where('tickets.id', '=', ticket.id)
    .where('status', '=', 'valid')
    .where('ticket_code', '=', ticket.ticket_code)
    .returning('tickets.id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Marks tickets as used, and returns the ids of those that were valid and had these codes. Another scanner may have
 * admitted a ticket a moment before, or its buyer may have given it away. Locks the tickets by id.
 */
async function markAllUsed(
  db: Db,
  actor: Actor,
  tickets: readonly TicketRow[],
  now: Date,
): Promise<number[]> {
  const codes = tickets.map(({ ticket_code }) => ticket_code);
  if (codes.length === 0) return [];
  const used = await db
    .with('checker', (cte) => lockChecker(cte, actor.id))
    .with('admitted', (cte) =>
      cte
        .selectFrom('tickets')
        .select('id')
        .where('ticket_code', 'in', codes)
        .where((where) => where.exists(where.selectFrom('checker').select('checker.id')))
        .where('status', '=', 'valid')
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('tickets')
    .from('admitted')
    .set({ status: 'used', used_at: now, used_by: actor.id })
    .whereRef('tickets.id', '=', 'admitted.id')
    .returning('tickets.id')
    .execute();
  return used.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Returns false if the ticket was not checked in. */
export async function undoCheckIn(tx: Tx, id: number): Promise<boolean> {
  const undone = await tx
    .updateTable('tickets')
    .set({ status: 'valid', used_at: null, used_by: null, used_link: null })
    .where('id', '=', id)
    .where('status', '=', 'used')
    .returning('id')
    .executeTakeFirst();
  return undone !== undefined;
}

/** Deletes only a cancelled or refunded ticket. Returns false for any other ticket. */
export async function deleteDeadTicket(tx: Tx, id: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('tickets')
    .where('id', '=', id)
    .where('status', 'in', ['cancelled', 'refunded'])
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Throws if the ticket cannot be checked in. The error carries the ticket, so that the check-in page can show it. */
export function assertAdmits(actor: Actor, ticket: TicketRow, now: Date): void {
  const refusal = findEntryRefusal(ticket, now);
  if (!refusal) return;
  const shown = ticketAnswer.parse(presentTicket(actor, ticket));
  throw new ApiError(refusal, { extra: { ticket: shown, used_at: shown.used_at } });
}
