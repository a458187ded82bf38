import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProviderMoney } from '../../../payments/provider.ts';
import { endPurchase, recordVerdict } from './ledger.service.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from '../mails/mails.jobs.ts';
import { judgeMoney, type Verdict } from './money.rules.ts';
import { findPayment, lockPayment, type PaymentRow } from '../payments.queries.ts';
import { lockRefunds, type RefundRow } from '../refunds/refunds.queries.ts';
import { isUnchangedRefund, recordRefunds } from '../refunds/rows.service.ts';
import { tookMoney } from '../payments.rules.ts';

/**
 * A refund that the provider has just accepted: the id of our row, the provider's id, which the row does not contain
 * yet, and the number of the try.
 */
interface RequestedRefund {
  id: number;
  refundId: string;
  attempt: number;
}

/**
 * How often `settleMoney` tries. A try fails only when another caller updates the payment at the same moment, so only a
 * bug uses up all tries.
 */
const maxAttempts = 8;

/**
 * Reads the refunds and disputes of a payment from the provider and updates our payment, tickets and seats. Callers may
 * call this in any order and at once. `known` is the payment as the caller last read it.
 */
export async function settleMoney(
  deps: Deps,
  known: PaymentRow,
  requested?: RequestedRefund,
): Promise<PaymentRow> {
  let before: PaymentRow | undefined = known;
  for (let attempt = 0; attempt < maxAttempts && before; attempt += 1) {
    if (!before.payment_intent_id || !tookMoney(before.status)) return before;
    const money = await deps.payments.findMoney(before.payment_intent_id);
    if (!money) return before;
    const { revision } = before;
    const settled = await deps.db.transaction().execute(async (tx) => {
      const payment = await lockPayment(tx, known.id);
      // Another caller has updated the payment, perhaps from newer facts than `money`. Return undefined, so that the
      // provider is asked again.
      if (!payment || payment.revision !== revision) return undefined;
      return writeMoney(deps, tx, payment, { money, requested });
    });
    if (settled) return settled;
    before = await findPayment(deps.db, known.id);
  }
  throw new ApiError('unavailable');
}

/**
 * Records the refunds and disputes that the provider reports. If all tickets of the payment end, frees their places.
 * The caller has locked the payment; the refunds, order, tickets and event are locked after it, so that two callers
 * cannot deadlock.
 */
async function writeMoney(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { money, requested }: { money: ProviderMoney; requested: RequestedRefund | undefined },
): Promise<PaymentRow> {
  const rows = await lockRefunds(tx, payment.id);
  const verdict = judgeMoney(payment, rows, requested ? withAccepted(money, rows, requested) : money);
  if (isUnchanged(payment, verdict)) return payment;
  const settled = await recordVerdict(tx, payment, verdict, deps.clock.now());
  const accepted = await recordRefunds(tx, payment, verdict, deps.clock.now());
  await auditMoney(deps, tx, payment, verdict);
  await enqueueMoneyMails(deps, tx, payment, { verdict, accepted });
  if (verdict.isEnding) await endPurchase(deps, tx, payment, { by: 'the payment provider', ticketIds: null });
  return settled;
}

/** The provider's list may not show a refund yet that the provider has just accepted. */
function withAccepted(
  money: ProviderMoney,
  rows: readonly RefundRow[],
  { id, refundId, attempt }: RequestedRefund,
): ProviderMoney {
  const row = rows.find((one) => one.id === id && one.attempts === attempt);
  if (!row || money.refunds.some((refund) => refund.id === refundId)) return money;
  const { provider_key: key, amount_pence: amountPence } = row;
  const accepted = { id: refundId, key, attempt, status: 'pending', amountPence } as const;
  return { ...money, refunds: [accepted, ...money.refunds] };
}

function isUnchanged(payment: PaymentRow, verdict: Verdict): boolean {
  return (
    verdict.refunds.every(isUnchangedRefund) &&
    payment.status === verdict.status &&
    payment.amount_refunded_pence === verdict.refundedPence &&
    payment.committed_refund_pence === verdict.committedPence &&
    payment.amount_disputed_pence === verdict.disputedPence &&
    (payment.disputed_at !== null) === verdict.isDisputed &&
    payment.dispute_id === verdict.disputeId &&
    payment.is_refund_blocked === verdict.isRefundBlocked
  );
}

async function auditMoney(deps: Deps, tx: Tx, payment: PaymentRow, verdict: Verdict): Promise<void> {
  const now = deps.clock.now();
  const of = { by: 'the payment provider', objectId: payment.id, eventId: payment.event_id } as const;
  const isNew = verdict.status !== payment.status;
  const refunded = verdict.refundedPence - payment.amount_refunded_pence;
  if (verdict.disputeId !== null && verdict.disputeId !== payment.dispute_id) {
    const details = { amount_pence: verdict.disputedPence };
    await recordAudit(tx, now, { ...of, action: 'payment.disputed', details });
  }
  if (isNew && verdict.status === 'charged_back') {
    const details = { outcome: 'lost', amount_pence: verdict.disputedPence };
    await recordAudit(tx, now, { ...of, action: 'payment.dispute_closed', details });
  } else if (payment.disputed_at && !verdict.isDisputed) {
    const details = { outcome: 'won', amount_pence: payment.amount_disputed_pence };
    await recordAudit(tx, now, { ...of, action: 'payment.dispute_closed', details });
  }
  for (const { row, attempts, amountPence } of verdict.refunds) {
    if (!row || attempts === row.attempts) continue;
    const details = { attempt: attempts, amount_pence: amountPence };
    await recordAudit(tx, now, { ...of, action: 'payment.refund_failed', details });
  }
  if (isNew && verdict.status === 'refunded') {
    await recordAudit(tx, now, { ...of, action: 'payment.refunded', details: { amount_pence: refunded } });
  } else if (isNew && payment.status === 'paid' && verdict.status === 'refund_pending') {
    await recordAudit(tx, now, { ...of, action: 'payment.refund_started', details: { reason: 'requested' } });
  } else if (refunded > 0) {
    const details = { amount_pence: refunded };
    await recordAudit(tx, now, { ...of, action: 'payment.partly_refunded', details });
  }
}

/**
 * Enqueues the emails about accepted refunds and new disputes. The buyer gets one email about a refund, however many
 * tries it takes.
 */
async function enqueueMoneyMails(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { verdict, accepted }: { verdict: Verdict; accepted: readonly number[] },
): Promise<void> {
  for (const refundId of accepted) {
    await deps.jobs.enqueue(tx, sendRefundMailJob, { paymentId: payment.id, refundId });
  }
  const { disputeId } = verdict;
  if (disputeId !== null && disputeId !== payment.dispute_id) {
    await deps.jobs.enqueue(tx, tellTeamOfDisputeJob, { paymentId: payment.id, disputeId });
  }
}
