import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { PaymentRefusedError, ProviderFailedError } from '../../payments/provider.ts';
import { giveUpRefundTry } from './payments.ledger.service.ts';
import { settleMoney } from './payments.money.service.ts';
import { findPayment } from './payments.queries.ts';
import { isRefundUnasked } from './payments.rules.ts';

const dayInSeconds = 24 * 3600;

/** Gives back the money of a payment, and tells the buyer why. */
export const refundPaymentJob = job<{ paymentId: number }>({
  name: 'payments.refund',
  retryForSeconds: 3 * dayInSeconds,
  run: (deps, { paymentId }) => refundPayment(deps, paymentId),
});

/**
 * Asks for the refund unless there is one, and writes down what became of it. A failed try is followed by another
 * under a key of its own; the same try is carried out once however often it is asked for. Two tries never give back
 * more than was paid: each asks for what is left, and is refused when that is nothing.
 */
export async function refundPayment(deps: Deps, paymentId: number): Promise<void> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.status !== 'refund_pending' && payment?.status !== 'refunded') return;
  if (!payment.payment_intent_id) throw new Error(`Payment ${paymentId} names nothing to refund`);
  if (!isRefundUnasked(payment)) return void (await settleMoney(deps, paymentId));
  const attempt = payment.refund_attempts;
  try {
    const key = `${payment.provider_key}-${attempt}`;
    const refundId = await deps.payments.refund(payment.payment_intent_id, key);
    await settleMoney(deps, paymentId, { refundId, attempt });
  } catch (error) {
    // Whatever was answered the provider would answer again under this try's key.
    if (error instanceof ProviderFailedError) await giveUpRefundTry(deps.db, payment);
    if (!(error instanceof PaymentRefusedError)) throw error;
    // There may be nothing left to ask for: refunded at the provider's, or disputed, since it was looked at.
    const settled = await settleMoney(deps, paymentId);
    if (!settled || !isRefundUnasked(settled)) return;
    await giveUpRefundTry(deps.db, payment);
    throw error;
  }
}
