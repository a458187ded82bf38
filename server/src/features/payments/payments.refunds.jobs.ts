import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { sendRefundMailJob } from './payments.mails.jobs.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';

const dayInSeconds = 24 * 3600;

/** Gives back the money of a payment, and tells the buyer why. */
export const refundPaymentJob = job<{ paymentId: number }>({
  name: 'payments.refund',
  retryForSeconds: 3 * dayInSeconds,
  run: (deps, { paymentId }) => refundPayment(deps, paymentId),
});

/**
 * Asks for the refund, or for what became of it, and writes that down. A failed try is followed by another under a
 * key of its own; the same try is carried out once however often it is asked for.
 */
export async function refundPayment(deps: Deps, paymentId: number): Promise<void> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.status !== 'refund_pending' && payment?.status !== 'refunded') return;
  if (!payment.payment_intent_id) throw new Error(`Payment ${paymentId} names nothing to refund`);
  const refund = payment.refund_id
    ? await deps.payments.findRefund(payment.refund_id)
    : await deps.payments.refund(
        payment.payment_intent_id,
        `${payment.provider_key}-${payment.refund_attempts}`,
      );
  if (refund.status === 'failed') {
    await noteFailedRefund(deps, payment);
    throw new Error(`The provider failed refund ${refund.id}; another try follows`);
  }
  await deps.db.transaction().execute(async (tx) => {
    const isDone = refund.status === 'succeeded';
    const updated = await tx
      .updateTable('payments')
      .set({
        status: isDone ? 'refunded' : 'refund_pending',
        refund_id: refund.id,
        refunded_at: isDone ? deps.clock.now() : null,
      })
      .where('id', '=', paymentId)
      .where('status', '=', 'refund_pending')
      // Of two who asked at once, one writes the answer down and tells the buyer.
      .where('refund_id', 'is not distinct from', payment.refund_id)
      .where('refund_attempts', '=', payment.refund_attempts)
      .returning('id')
      .executeTakeFirst();
    const isFirst = payment.refund_id === null && payment.refund_attempts === 0;
    if (updated && isFirst) await deps.jobs.enqueue(tx, sendRefundMailJob, { paymentId });
  });
}

async function noteFailedRefund(deps: Deps, payment: PaymentRow): Promise<void> {
  await deps.db
    .updateTable('payments')
    .set({
      status: 'refund_pending',
      refund_id: null,
      refunded_at: null,
      refund_attempts: payment.refund_attempts + 1,
    })
    .where('id', '=', payment.id)
    .where('refund_attempts', '=', payment.refund_attempts)
    .execute();
}
