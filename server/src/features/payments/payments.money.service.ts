import type { Tx } from '../../db/connect.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProviderMoney } from '../../payments/provider.ts';
import { endPurchase, noteVerdict } from './payments.ledger.service.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from './payments.mails.jobs.ts';
import { judgeMoney, type Verdict } from './payments.money.rules.ts';
import { findPayment, lockPayment, type PaymentRow } from './payments.queries.ts';
import { tookMoney } from './payments.rules.ts';

/** A refund that was just asked for, and at which try; the ledger may not know it yet. */
interface Asked {
  refundId: string;
  attempt: number;
}

/** Each attempt is lost to somebody who wrote down a newer word; more would be a fault. */
const mostAttempts = 8;

/**
 * Brings ledger, ticket and seat in line with what became of a payment's money: refunds, whoever made them, and
 * disputes. Webhooks, our own refunds and the repair job all come through here, any number of times, in any order
 * and at once. Gives the payment as it then is; undefined when it is not known.
 */
export async function settleMoney(
  deps: Deps,
  paymentId: number,
  asked?: Asked,
): Promise<PaymentRow | undefined> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = await findPayment(deps.db, paymentId);
    if (!before?.payment_intent_id || !tookMoney(before.status)) return before;
    const money = await deps.payments.findMoney(before.payment_intent_id);
    if (!money) return before;
    const isWritten = await deps.db.transaction().execute(async (tx) => {
      const payment = await lockPayment(tx, paymentId);
      // Asked after the last word was written down, this one is no older. Else it might be, and is asked again.
      if (!payment || payment.revision !== before.revision) return false;
      await writeMoney(deps, tx, payment, { money, asked });
      return true;
    });
    if (isWritten) return findPayment(deps.db, paymentId);
  }
  throw new ApiError('unavailable');
}

/** The payment is locked, and what follows from it is locked in the order of a sale. */
async function writeMoney(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { money, asked }: { money: ProviderMoney; asked: Asked | undefined },
): Promise<void> {
  const isThisTry = asked?.attempt === payment.refund_attempts;
  const refund_id = payment.refund_id ?? (isThisTry ? asked.refundId : null);
  const verdict = judgeMoney({ ...payment, refund_id }, money);
  if (saysNothingNew(payment, verdict)) return;
  await noteVerdict(tx, payment, verdict, deps.clock.now());
  await noteMoney(deps, tx, payment, verdict);
  await tellOfMoney(deps, tx, payment, verdict);
  const isEnding = payment.status === 'paid' && verdict.status !== 'paid';
  if (isEnding) await endPurchase(deps, tx, payment, 'the payment provider');
}

function saysNothingNew(payment: PaymentRow, verdict: Verdict): boolean {
  return (
    !verdict.hasFailed &&
    payment.status === verdict.status &&
    payment.amount_refunded_pence === verdict.refundedPence &&
    payment.amount_disputed_pence === verdict.disputedPence &&
    payment.refund_id === verdict.refundId &&
    (payment.disputed_at !== null) === verdict.isDisputed &&
    payment.dispute_id === verdict.disputeId &&
    payment.is_refund_blocked === verdict.isRefundBlocked
  );
}

/** One entry for each thing that happened at the provider since the ledger last heard of it. */
async function noteMoney(deps: Deps, tx: Tx, payment: PaymentRow, verdict: Verdict): Promise<void> {
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
  if (verdict.hasFailed) {
    const details = { attempt: payment.refund_attempts + 1 };
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

/** The buyer hears of a refund of everything, once even if it takes several; the team of each dispute. */
async function tellOfMoney(deps: Deps, tx: Tx, payment: PaymentRow, verdict: Verdict): Promise<void> {
  const isGoingBack = verdict.status === 'refund_pending' || verdict.status === 'refunded';
  if (isGoingBack && payment.refund_id === null && verdict.refundId !== null) {
    await deps.jobs.enqueue(tx, sendRefundMailJob, { paymentId: payment.id });
  }
  const { disputeId } = verdict;
  if (disputeId !== null && disputeId !== payment.dispute_id) {
    await deps.jobs.enqueue(tx, tellTeamOfDisputeJob, { paymentId: payment.id, disputeId });
  }
}
