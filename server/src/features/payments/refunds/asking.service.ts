import type { Deps } from '../../../deps.ts';
import { PaymentRefusedError, ProviderFailedError } from '../../../payments/provider.ts';
import { settleMoney } from '../ledger/money.service.ts';
import { findPayment, type PaymentRow } from '../payments.queries.ts';
import { tookMoney } from '../payments.rules.ts';
import { findDueRefund, listDueRefunds, type RefundRow } from './refunds.queries.ts';
import { recordAsking, recordFailedTry } from './rows.service.ts';

/**
 * Requests all due refunds of a payment from the provider, and records the outcome. If one request fails, the others
 * still run, and the failure is thrown at the end. While a dispute blocks refunds, Foyer waits for the bank.
 */
export async function refundPayment(deps: Deps, paymentId: number): Promise<PaymentRow | undefined> {
  let payment = await findPayment(deps.db, paymentId);
  if (!payment || !tookMoney(payment.status)) return payment;
  const due = await listDueRefunds(deps.db, paymentId);
  if (due.length === 0 || payment.is_refund_blocked) return settleMoney(deps, payment);
  let failure: Error | undefined;
  for (const refund of due) {
    try {
      payment = await askForRefund(deps, payment, refund);
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error('The refund failed', { cause: error });
    }
  }
  if (failure) throw failure;
  return payment;
}

/**
 * Requests one refund from the provider. Each failed try leads to a new idempotency key. If the answer to an earlier
 * request may have been lost, looks for the refund in the provider's list first.
 */
async function askForRefund(deps: Deps, before: PaymentRow, listed: RefundRow): Promise<PaymentRow> {
  let payment = before;
  let refund: RefundRow | undefined = listed;
  if (!(await recordAsking(deps.db, refund.id, deps.clock.now()))) {
    payment = await settleMoney(deps, payment);
    refund = await findDueRefund(deps.db, refund.id);
  }
  const { payment_intent_id: paymentIntentId } = payment;
  if (!refund || payment.is_refund_blocked) return payment;
  if (!paymentIntentId) throw new Error(`Payment ${payment.id} has no intent to refund`);
  const { id, attempts: attempt, provider_key: key, amount_pence: amountPence } = refund;
  let refundId: string;
  try {
    refundId = await deps.payments.refund({ paymentIntentId, amountPence, key, attempt });
  } catch (error) {
    return settleFailedTry(deps, payment, refund, error);
  }
  return settleMoney(deps, payment, { id, refundId, attempt });
}

/**
 * Counts a try that failed for certain, so that the next try gets a new key: the provider would repeat this failure for
 * the same key. After any other error, the request may still be running, and a new key would pay the money twice.
 */
async function settleFailedTry(
  deps: Deps,
  payment: PaymentRow,
  refund: RefundRow,
  error: unknown,
): Promise<PaymentRow> {
  if (error instanceof ProviderFailedError) await recordFailedTry(deps.db, refund);
  if (!(error instanceof PaymentRefusedError)) throw error;
  // Somebody may have refunded or disputed the payment at the provider, so that less is left to refund. Read refunds
  // and disputes from the provider.
  const settled = await settleMoney(deps, payment);
  if (settled.is_refund_blocked || !(await findDueRefund(deps.db, refund.id))) return settled;
  await recordFailedTry(deps.db, refund);
  throw error;
}
