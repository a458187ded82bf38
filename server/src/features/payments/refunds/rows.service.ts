import { sql, type RawBuilder } from 'kysely';
import { matchNames, type Forgotten } from '../../../db/audit.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import type { PaymentStatus, RefundReason } from '../../../db/order-tables.ts';
import { ApiError } from '../../../http/errors.ts';
import { lockOrder } from '../../orders/orders.queries.ts';
import { leftOfTicket } from '../../orders/orders.refunds.queries.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { splitRefund, type KnownRefund, type RefundVerdict } from './refunds.rules.ts';

export interface NewRefund {
  amountPence: number;
  reason: RefundReason;
  note: string | null;
  requestedBy: number | null;
  /** The tickets that the refund pays back. Null means all tickets of the payment. */
  ticketIds: readonly number[] | null;
  endsTickets: boolean;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  now: Date;
}

/**
 * Stores a refund that Foyer must then request from the provider, and returns the refund's id. A refund of nothing has
 * succeeded at once. The caller has locked the payment. Throws `refund_too_large` if less money is left than the
 * refund's amount.
 */
export async function createRefund(tx: Tx, payment: PaymentRow, refund: NewRefund): Promise<number> {
  const isNothing = refund.amountPence === 0;
  if (!isNothing) await commitRefund(tx, payment, refund.amountPence);
  const { id } = await tx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_pence: refund.amountPence,
      reason: refund.reason,
      note: refund.note,
      requested_by: refund.requestedBy,
      ends_tickets: refund.endsTickets,
      idempotency_key: refund.idempotencyKey,
      body_hash: refund.bodyHash,
      status: isNothing ? 'succeeded' : 'pending',
      created_at: refund.now,
      finished_at: isNothing ? refund.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createRefundTickets(tx, {
    id,
    payment,
    amountPence: refund.amountPence,
    tickets: refund.ticketIds ?? 'all',
  });
  return id;
}

/** Adds an amount to the money that goes back. Throws `refund_too_large` if less money is left. */
async function commitRefund(tx: Tx, payment: PaymentRow, amountPence: number): Promise<void> {
  const committed = sql<number>`committed_refund_pence + ${amountPence}`;
  const changed = await tx
    .updateTable('payments')
    .set({
      committed_refund_pence: committed,
      status: sql<PaymentStatus>`case when ${committed} = amount_pence then 'refund_pending' else status end`,
    })
    .where('id', '=', payment.id)
    .where(committed, '<=', sql<number>`amount_pence`)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new ApiError('refund_too_large', { extra: { left: countLeft(payment) / 100 } });
}

export function countLeft(payment: { amount_pence: number; committed_refund_pence: number }): number {
  return payment.amount_pence - payment.committed_refund_pence;
}

/**
 * The tickets that a refund pays back: a list of ids, or a word. `ended`: tickets that ended and are not fully
 * refunded. `all`: these and all live tickets.
 */
type PaidBack = readonly number[] | 'all' | 'ended';

/** Splits a refund over its tickets. Locks the order before the new rows lock the tickets, as a cancellation does. */
async function createRefundTickets(
  tx: Tx,
  refund: { id: number; payment: PaymentRow; amountPence: number; tickets: PaidBack },
): Promise<void> {
  const { payment, tickets } = refund;
  if (payment.order_id !== null) await lockOrder(tx, payment.order_id);
  const paid = await listRefundable(tx, payment.id);
  const chosen = paid.filter(({ id, isLive, leftPence }) => {
    if (typeof tickets === 'object') return tickets.includes(id);
    return isLive ? tickets === 'all' : leftPence > 0;
  });
  if (chosen.length === 0) return;
  const rows = [...splitRefund(refund.amountPence, chosen)].map(([ticket_id, amount_pence]) => ({
    refund_id: refund.id,
    ticket_id,
    amount_pence,
  }));
  await tx.insertInto('refund_tickets').values(rows).execute();
}

/** Lists the tickets of a payment in the order of their ids, each with the part of its price that is not refunded yet. */
export function listRefundable(tx: Tx, paymentId: number) {
  return tx
    .selectFrom('tickets')
    .select([
      'tickets.id',
      'tickets.status',
      'tickets.transferred_at',
      sql<boolean>`tickets.status in ('valid', 'used')`.as('isLive'),
      leftOfTicket.as('leftPence'),
    ])
    .where('tickets.payment_id', '=', paymentId)
    .orderBy('tickets.id')
    .execute();
}

/**
 * Records what the provider reports about the refunds of a payment. Returns the ids of newly accepted refunds that the
 * buyer must be told of. The caller has locked the payment and its refunds.
 */
export async function recordRefunds(
  tx: Tx,
  payment: PaymentRow,
  verdict: { refunds: readonly RefundVerdict[]; isEnding: boolean },
  now: Date,
): Promise<number[]> {
  const accepted: number[] = [];
  // A refund that somebody made at the provider names no tickets. It counts as a refund of tickets, and causes a mail,
  // only if it ends the whole purchase or takes money that Foyer wanted to refund for ended tickets.
  const outside = verdict.isEnding ? 'all' : verdict.refunds.some(isReplaced) ? 'ended' : null;
  for (const refund of verdict.refunds) {
    const { row, providerRefundId } = refund;
    if (isUnchangedRefund(refund)) continue;
    const id = row
      ? await updateRefund(tx, row, refund, now)
      : await createOutside(tx, payment, refund, { now, tickets: outside });
    const isTold = row?.made_outside === false || outside !== null;
    if (isTold && providerRefundId !== null && row?.provider_refund_id == null) accepted.push(id);
  }
  return accepted;
}

/** Whether Foyer ended tickets with this refund, but a refund made at the provider took its money. */
function isReplaced({ row, amountPence, status }: RefundVerdict): boolean {
  const isGivenUp = row?.status === 'pending' && status === 'failed';
  return row?.ends_tickets === true && (isGivenUp || amountPence < row.amount_pence);
}

export function isUnchangedRefund({ row, ...refund }: RefundVerdict): boolean {
  return (
    row !== undefined &&
    row.provider_refund_id === refund.providerRefundId &&
    row.amount_pence === refund.amountPence &&
    row.status === refund.status &&
    row.attempts === refund.attempts
  );
}

async function updateRefund(tx: Tx, row: KnownRefund, refund: RefundVerdict, now: Date): Promise<number> {
  await tx
    .updateTable('refunds')
    .set({
      provider_refund_id: refund.providerRefundId,
      amount_pence: refund.amountPence,
      status: refund.status,
      attempts: refund.attempts,
      ...(refund.status !== row.status && { finished_at: refund.status === 'pending' ? null : now }),
    })
    .where('id', '=', row.id)
    .execute();
  if (row.amount_pence !== refund.amountPence) await splitAgain(tx, row.id, refund.amountPence);
  return row.id;
}

async function splitAgain(tx: Tx, refundId: number, amountPence: number): Promise<void> {
  const tickets = await tx
    .selectFrom('refund_tickets')
    .select(['ticket_id as id', 'amount_pence as leftPence'])
    .where('refund_id', '=', refundId)
    .orderBy('ticket_id')
    .execute();
  for (const [ticketId, amount_pence] of splitRefund(amountPence, tickets)) {
    await tx
      .updateTable('refund_tickets')
      .set({ amount_pence })
      .where('refund_id', '=', refundId)
      .where('ticket_id', '=', ticketId)
      .execute();
  }
}

async function createOutside(
  tx: Tx,
  payment: PaymentRow,
  refund: RefundVerdict,
  { now, tickets }: { now: Date; tickets: 'all' | 'ended' | null },
): Promise<number> {
  const { amountPence, status } = refund;
  const { id } = await tx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      provider_refund_id: refund.providerRefundId,
      amount_pence: amountPence,
      reason: 'requested',
      made_outside: true,
      ends_tickets: tickets !== null,
      status,
      created_at: now,
      asked_at: now,
      finished_at: status === 'pending' ? null : now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (tickets !== null) await createRefundTickets(tx, { id, payment, amountPence, tickets });
  return id;
}

/**
 * Whether a user asked for a refund, got the refund, or has an email address in its note. The deletion of the user
 * changes these refunds.
 */
export function isRefundAbout({ id, email }: Forgotten): RawBuilder<boolean> {
  return sql`(
    requested_by = ${id} or position(${email.toLowerCase()} in lower(note)) > 0
    or payment_id in (select payments.id from payments where payments.user_id = ${id})
  )`;
}

/** Removes a user's name and email address from the notes of refunds about the user. */
export async function removeNamesFromRefunds(tx: Tx, user: Forgotten): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ note: sql`regexp_replace(note, ${matchNames(user)}, 'deleted user', 'gi')` })
    .where('note', 'is not', null)
    .where(isRefundAbout(user))
    .execute();
}

/**
 * Records that Foyer is about to request this refund. Returns false if Foyer did so before, because the answer to that
 * request may be lost.
 */
export async function recordAsking(db: Db, id: number, now: Date): Promise<boolean> {
  const first = await db
    .updateTable('refunds')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return first !== undefined;
}

/**
 * The count is part of the idempotency key, so the next try gets a new key. A try that several callers saw fail is
 * counted once.
 */
export async function recordFailedTry(
  db: Db,
  { id, attempts }: { id: number; attempts: number },
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ attempts: attempts + 1 })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('provider_refund_id', 'is', null)
    .where('attempts', '=', attempts)
    .execute();
}
