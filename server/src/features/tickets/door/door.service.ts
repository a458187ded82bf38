import type { ScanOutcome } from '@foyer/contract/sales/door.ts';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { countUse, takeBackUse } from '../../../http/limits.ts';
import { readTime } from '../../../zoned-time.ts';
import { findTicket, shortCodeLength } from '../tickets.queries.ts';
import { findEntryRefusal, refusedStatus } from '../tickets.rules.ts';
import { lockChecker, undoCheckIn } from '../tickets.service.ts';
import { findByOldCode } from '../tickets.transfers.service.ts';
import type { Door } from './access.service.ts';
import { findDoorTicket, findScan, lockTicket, presentDoorTicket } from './door.queries.ts';
import { explainOutcome, findOpening, hashCode } from './door.rules.ts';

type Scan = BodyOf<Endpoints['POST /events/:id/door/scans']>['scans'][number];

/** Checks in the tickets of these scans one after the other, because the first of two scans of a ticket admits it. */
export async function recordScans(deps: Deps, door: Door, scans: readonly Scan[]) {
  const results = [];
  for (const scan of scans) results.push(await recordScan(deps, door, scan));
  return results;
}

async function recordScan(deps: Deps, door: Door, scan: Scan) {
  const found = await findScanned(deps, door, scan).catch(readLimit);
  const outcome = 'outcome' in found ? found.outcome : await checkInScanned(deps, door, scan, found.ticketId);
  const ticket = 'ticketId' in found ? await findDoorTicket(deps.db, found.ticketId) : undefined;
  return {
    id: scan.id,
    outcome,
    msg: explainOutcome(outcome),
    ticket: ticket ? presentDoorTicket(door.checker, ticket) : null,
  };
}

type Scanned = { ticketId: number } | { outcome: ScanOutcome };

/** Too many wrong codes refuse this scan, and not the others of its list. */
function readLimit(error: unknown): Scanned {
  if (error instanceof ApiError && error.code === 'too_many_requests') return { outcome: error.code };
  throw error;
}

/** Finds the ticket that a scan shows, if it is a ticket of this event. */
async function findScanned(deps: Deps, door: Door, { code, ticket_id }: Scan): Promise<Scanned> {
  const { db } = deps;
  if (code === undefined) {
    const chosen = await findDoorTicket(db, ticket_id ?? 0);
    return chosen?.event_id === door.event.id ? { ticketId: chosen.id } : { outcome: 'ticket_not_found' };
  }
  const isShort = code.length === shortCodeLength;
  if (isShort) await countUse(deps, 'short_code_guess', subjectOf(door));
  const ticket = await findTicket(db, code);
  if (isShort && ticket) await takeBackUse(deps, 'short_code_guess', subjectOf(door));
  if (ticket) return ticket.event_id === door.event.id ? { ticketId: ticket.id } : { outcome: 'other_event' };
  const replacedId = await findByOldCode(db, code);
  const replaced = replacedId === undefined ? undefined : await findDoorTicket(db, replacedId);
  return { outcome: replaced?.event_id === door.event.id ? 'ticket_code_replaced' : 'ticket_not_found' };
}

function subjectOf({ checker }: Door): string | number {
  return checker.userId ?? `door ${checker.linkId}`;
}

/**
 * Marks the ticket as used, unless something speaks against it, and keeps the scan. The lock of the ticket makes
 * scans of one ticket wait for each other.
 */
function checkInScanned(deps: Deps, door: Door, scan: Scan, ticketId: number): Promise<ScanOutcome> {
  const { event, checker } = door;
  const now = deps.clock.now();
  const scannedAt = findScanTime(deps, scan, now);
  return deps.db.transaction().execute(async (tx) => {
    if (checker.userId !== undefined && !(await lockChecker(tx, checker.userId).executeTakeFirst()))
      throw new ApiError('invalid_token');
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) return 'ticket_not_found';
    const earlier = await findScan(tx, event.id, scan.id);
    if (earlier?.ticket_id === ticketId) return repeatOutcome(ticket, earlier);
    const outcome = decide(ticket, scan, scannedAt);
    if (outcome !== 'admitted') return outcome;
    const kept = { event_id: event.id, id: scan.id, ticket_id: ticketId };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('door_scans')
      .values({ ...kept, scanned_at: scannedAt, received_at: now })
      .onConflict((conflict) => conflict.columns(['event_id', 'id']).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return 'scan_id_taken';
    await admit(tx, door, ticketId, { scannedAt, now });
    return outcome;
  });
}

/** The clock of a device may be wrong. A scan in the future counts as one of now. */
function findScanTime({ config }: Deps, { scanned_at }: Scan, now: Date): Date {
  const scannedAt = scanned_at ? readTime(scanned_at, config.timeZone) : now;
  return scannedAt < now ? scannedAt : now;
}

type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>;

/** A scan that has admitted a ticket before admits nobody again. After the check-in was undone, it says so. */
function repeatOutcome(ticket: LockedTicket, { scanned_at }: { scanned_at: Date }): ScanOutcome {
  const isItsUse = ticket.status === 'used' && ticket.used_at?.getTime() === scanned_at.getTime();
  return isItsUse ? 'admitted' : (refusedStatus[ticket.status] ?? 'check_in_undone');
}

function decide(ticket: LockedTicket, scan: Scan, scannedAt: Date): ScanOutcome {
  const { code, code_hash, scanned_at } = scan;
  const isReplaced =
    (code !== undefined && code !== ticket.ticket_code && code !== ticket.short_code) ||
    (code_hash !== undefined && code_hash !== hashCode(ticket.ticket_code));
  if (isReplaced) return 'ticket_code_replaced';
  if (scanned_at && scannedAt < findOpening(ticket).opens_at) return 'too_early';
  return findEntryRefusal(ticket, scannedAt) ?? 'admitted';
}

async function admit(
  tx: Tx,
  { event, checker, linkName }: Door,
  ticketId: number,
  at: { scannedAt: Date; now: Date },
) {
  await tx
    .updateTable('tickets')
    .set({
      status: 'used',
      used_at: at.scannedAt,
      used_by: checker.userId ?? null,
      used_link: checker.linkId ?? null,
    })
    .where('id', '=', ticketId)
    .where('status', '=', 'valid')
    .execute();
  if (linkName === null) return;
  const by = { linkName };
  await recordAudit(tx, at.now, { by, action: 'ticket.checked_in', objectId: ticketId, eventId: event.id });
}

/** Undoes a check-in that this link made. Accounts undo check-ins by changing the ticket. */
export async function undoScan(deps: Deps, { event, checker, linkName }: Door, ticketId: number) {
  if (linkName === null) throw new ApiError('forbidden');
  await countUse(deps, 'door_undo_link', checker.linkId ?? 0);
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (ticket?.event_id !== event.id) throw new ApiError('ticket_not_found');
    if (ticket.status !== 'used') throw new ApiError('ticket_not_live');
    if (ticket.used_link !== checker.linkId) throw new ApiError('forbidden');
    await undoCheckIn(tx, ticketId);
    const undone = { by: { linkName }, action: 'ticket.check_in_undone', objectId: ticketId } as const;
    await recordAudit(tx, deps.clock.now(), { ...undone, eventId: event.id });
  });
  const ticket = await findDoorTicket(deps.db, ticketId);
  if (!ticket) throw new ApiError('ticket_not_found');
  return presentDoorTicket(checker, ticket);
}
