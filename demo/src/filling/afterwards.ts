import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '@foyer/server/db/connect.ts';
import type { Deps } from '@foyer/server/deps.ts';
import { lockPaymentOfTicket } from '@foyer/server/features/payments/payments.queries.ts';
import { refundPayment } from '@foyer/server/features/payments/refunds/asking.service.ts';
import { startRefund } from '@foyer/server/features/payments/refunds/refunds.service.ts';
import { listRefundable } from '@foyer/server/features/payments/refunds/rows.service.ts';
import { writeTransfer } from '@foyer/server/features/tickets/tickets.transfers.service.ts';
import type { Afterwards } from '../world/world-stories.ts';
import { getId, type Ids } from './ids.ts';
import type { SoldOrder } from './orders.ts';

/**
 * Transfers and refunds tickets as the stories of the orders say. Returns the ids of the payments with refunds, for
 * `finishRefunds` to call after the commit.
 */
export async function continueStories(
  deps: Deps,
  tx: Tx,
  sold: readonly SoldOrder[],
  users: Ids,
): Promise<number[]> {
  const refunded: number[] = [];
  for (const order of sold) {
    const { afterwards } = order.planned;
    if (afterwards?.kind === 'transfer') await transfer(tx, order, afterwards, deps.clock.now());
    if (afterwards?.kind === 'refund') {
      const organiser = { id: getId(users, order.event.createdBy) };
      refunded.push(await refund(deps, tx, order, { ...afterwards, organiser }));
    }
  }
  return refunded;
}

async function transfer(
  tx: Tx,
  { ticketIds, wanted }: SoldOrder,
  { place, name, email }: Extract<Afterwards, { kind: 'transfer' }>,
  now: Date,
): Promise<void> {
  const [ticketId, codes] = [ticketIds[place - 1], wanted.tickets[place - 1]];
  if (ticketId === undefined || !codes?.code)
    throw new Error('The demo world transfers a ticket without a code');
  const bodyHash = createHash('sha256').update(JSON.stringify({ name, email })).digest();
  const before = { ticket_code: codes.code, short_code: codes.short_code };
  await writeTransfer(tx, before, { ticketId, name, email, idempotencyKey: randomUUID(), bodyHash, now });
}

/** Refunds some tickets of an order, or an amount that leaves the tickets valid, or the whole order. */
async function refund(
  deps: Deps,
  tx: Tx,
  { ticketIds }: SoldOrder,
  wanted: Extract<Afterwards, { kind: 'refund' }> & { organiser: { id: number } },
): Promise<number> {
  const { note, places, amountPence, organiser } = wanted;
  const payment = await lockPaymentOfTicket(tx, ticketIds[0] ?? 0);
  if (!payment) throw new Error('The demo world refunds an order without a payment');
  const chosen = places?.map((place) => ticketIds[place - 1] ?? 0);
  const paid = await listRefundable(tx, payment.id);
  const left = paid
    .filter(({ id }) => chosen?.includes(id))
    .reduce((sum, { leftPence }) => sum + leftPence, 0);
  await startRefund(withoutMails(deps), tx, payment, {
    by: organiser,
    reason: 'requested',
    note,
    amountPence: amountPence ?? (chosen ? left : undefined),
    ticketIds: chosen,
    keepsTickets: amountPence !== undefined,
  });
  return payment.id;
}

/**
 * Asks the payment sandbox for the refunds. The reconcile job asks for those that are missing if this process ends
 * early.
 */
export async function finishRefunds(deps: Deps, paymentIds: readonly number[]): Promise<void> {
  for (const id of paymentIds) await refundPayment(withoutMails(deps), id);
}

/** Leaves out the mails, because mails about the past of the demo world would arrive today. */
function withoutMails(deps: Deps): Deps {
  return { ...deps, jobs: { ...deps.jobs, enqueue: async () => {} } };
}
