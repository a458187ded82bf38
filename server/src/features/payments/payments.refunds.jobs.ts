import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { renderRefundMail } from './payments.emails.ts';
import { findPayment, findRefundForMail } from './payments.queries.ts';

const dayInSeconds = 24 * 3600;

/** Gives back the money of a payment that got no seat, and tells the buyer. */
export const refundPaymentJob = job<{ paymentId: number }>({
  name: 'payments.refund',
  retryForSeconds: 3 * dayInSeconds,
  run: (deps, { paymentId }) => refundPayment(deps, paymentId),
});

export const sendRefundMailJob = job<{ paymentId: number }>({
  name: 'payments.send-refund-mail',
  retryForSeconds: dayInSeconds,
  async run(deps, { paymentId }) {
    const refund = await findRefundForMail(deps.db, paymentId);
    if (refund) await deps.mail.send(renderRefundMail(refund, deps.publicUrl));
  },
});

/** Runs once however often it is tried: the provider knows the payment by its key, the ledger by its state. */
async function refundPayment(deps: Deps, paymentId: number): Promise<void> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.status !== 'refund_pending' || !payment.payment_intent_id) return;
  const refund = await deps.payments.refund(payment.payment_intent_id, payment.id);
  if (refund.status === 'failed') throw new Error(`The provider failed refund ${refund.id}`);
  await deps.db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('payments')
      .set({ status: 'refunded', refund_id: refund.id, refunded_at: deps.clock.now() })
      .where('id', '=', paymentId)
      .where('status', '=', 'refund_pending')
      .returning('id')
      .executeTakeFirst();
    if (updated) await deps.jobs.enqueue(tx, sendRefundMailJob, { paymentId });
  });
}
