import { createHash } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { assertVerified } from '../../users/users.service.ts';
import { findTransfer, writeTransfer } from '../../tickets/tickets.transfers.service.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import { countTransfer } from '../orders.mail-limits.service.ts';
import { lockOrder } from '../orders.queries.ts';
import { sendAttendeeTicketJob, sendTransferMailJob } from '../mails/tickets.jobs.ts';
import { listUndelivered } from '../mails/undelivered.queries.ts';
import { findOrderOfTicket, lockPaymentShared, lockTicketToTransfer } from './transfers.queries.ts';

type NewHolder = BodyOf<Endpoints['POST /tickets/:id/transfer']>;

interface TransferRequest {
  ticketId: number;
  to: NewHolder;
  idempotencyKey: string;
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
}

/**
 * Gives a ticket to somebody else. The old codes stop working, and only the new holder gets the new ones. If the new
 * holder's mail was refused for good, the buyer can give the ticket to somebody again. A repeated
 * request with the same idempotency key changes nothing.
 */
export async function transferTicket(
  deps: Deps,
  caller: OrderCaller,
  request: TransferRequest,
): Promise<void> {
  const { ticketId, to, idempotencyKey, address } = request;
  const number = await findOrderOfTicket(deps.db, ticketId);
  const { order } = await getTransferableOrder(deps, caller, number);
  const bodyHash = createHash('sha256').update(JSON.stringify(to)).digest();
  if (await isRepeated(deps.db, request, bodyHash)) return;
  if (caller.actor) await assertVerified(deps.db, caller.actor);
  await countTransfer(deps, { order, address, email: to.email });
  await deps.db.transaction().execute(async (tx) => {
    // A new dispute waits for the lock on the payment, so none starts between this check and the commit.
    const disputed = await lockPaymentShared(tx, ticketId);
    await lockOrder(tx, order.id);
    const ticket = await lockTicketToTransfer(tx, ticketId);
    // A repeated request may have given the ticket away a moment ago.
    if (await isRepeated(tx, request, bodyHash)) return;
    const now = deps.clock.now();
    const isUndelivered = ticket !== undefined && (await listUndelivered(tx, [ticket])).length > 0;
    assertTransferable(ticket, { disputed, isUndelivered, now });
    await writeTransfer(tx, ticket, { ticketId, ...to, idempotencyKey, bodyHash, now });
    await enqueueMails(deps, tx, ticketId);
  });
}

/** Throws `ticket_not_found` for strangers, who must not learn that the ticket or its order exists. */
async function getTransferableOrder(deps: Deps, caller: OrderCaller, number: string | undefined) {
  if (number === undefined) throw new ApiError('ticket_not_found');
  return getOrderFor(deps.db, caller, 'transfer', number).catch((error: unknown) => {
    const isHidden = error instanceof ApiError && error.code === 'order_not_found';
    throw isHidden ? new ApiError('ticket_not_found') : error;
  });
}

/** Whether an earlier request with the same key has given the ticket to the same person. */
async function isRepeated(
  db: Db | Tx,
  { ticketId, idempotencyKey }: TransferRequest,
  bodyHash: Buffer,
): Promise<boolean> {
  const known = await findTransfer(db, ticketId);
  if (known?.idempotency_key !== idempotencyKey) return false;
  if (!known.body_hash.equals(bodyHash)) throw new ApiError('idempotency_key_reused');
  return true;
}

type Ticket = NonNullable<Awaited<ReturnType<typeof lockTicketToTransfer>>>;

function assertTransferable(
  ticket: Ticket | undefined,
  { disputed, isUndelivered, now }: { disputed: boolean; isUndelivered: boolean; now: Date },
): asserts ticket is Ticket & { ticket_code: string } {
  if (!ticket) throw new ApiError('ticket_not_found');
  // If the mail with the new code was refused, the ticket would be lost.
  if (ticket.transferred_at !== null && !isUndelivered) throw new ApiError('ticket_transferred');
  if (ticket.status === 'used') throw new ApiError('ticket_used');
  if (ticket.status !== 'valid' || ticket.ticket_code === null) throw new ApiError('ticket_not_live');
  if (ticket.is_single) throw new ApiError('ticket_not_transferable');
  if (!ticket.allows_transfers) throw new ApiError('transfers_off');
  if (ticket.event_status === 'cancelled') throw new ApiError('event_cancelled');
  if (ticket.start_time <= now) throw new ApiError('event_started');
  if (disputed) throw new ApiError('ticket_disputed');
}

async function enqueueMails(deps: Deps, tx: Tx, ticketId: number): Promise<void> {
  await deps.jobs.enqueue(tx, sendAttendeeTicketJob, { ticketId });
  await deps.jobs.enqueue(tx, sendTransferMailJob, { ticketId });
}
