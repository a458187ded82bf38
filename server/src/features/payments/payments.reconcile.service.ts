import pLimit from 'p-limit';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { PaymentRefusedError } from '../../payments/provider.ts';
import { findLedgerRow, listLedger, type LedgerRow } from './payments.ledger.queries.ts';
import { noteDifference } from './payments.ledger.service.ts';
import { settleMoney } from './payments.money.service.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';
import { refundPayment } from './payments.refunds.jobs.ts';
import { findReference, isRefundFailing, tookMoney } from './payments.rules.ts';
import { endPayment, settlePayment } from './payments.service.ts';

/** Brings a payment in line with what the provider says of it now: whether it was paid, and what became of that. */
export async function checkPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  if (payment.status === 'refund_pending') return refundPayment(deps, payment.id);
  if (tookMoney(payment.status)) return void (await settleMoney(deps, payment.id));
  const isUnderWay = payment.status === 'starting' || payment.status === 'open';
  const reference = findReference(payment);
  // An intent does not end by itself, and its hold may have been given up long before.
  if (isUnderWay && payment.expires_at <= deps.clock.now()) await endPayment(deps, payment);
  else if (reference) await settlePayment(deps, reference);
  await settleMoney(deps, payment.id);
}

/** The same for one payment now, and how it then compares. Throws `payment_not_found`. */
export async function reconcilePayment(deps: Deps, id: number): Promise<ComparedPayment> {
  const payment = await findPayment(deps.db, id);
  if (!payment) throw new ApiError('payment_not_found');
  await checkPayment(deps, payment).catch((error: unknown) => {
    // What the provider will not do shows as a difference.
    if (!(error instanceof PaymentRefusedError)) throw error;
    deps.log.warn({ err: error, payment: id }, 'the provider refused to settle a payment');
  });
  const row = await findLedgerRow(deps.db, id);
  if (!row) throw new ApiError('payment_not_found');
  return compare(deps, row);
}

/** Keeps in mind how a payment that took money, or differed before, now compares. */
export async function notePaymentDifference(deps: Deps, id: number): Promise<void> {
  const row = await findLedgerRow(deps.db, id);
  if (row && (row.differs || tookMoney(row.status))) await compare(deps, row);
}

/** A payment's money in pence. */
interface Book {
  charged: number;
  refunded: number;
  disputed: number;
}

type ComparedPayment = Awaited<ReturnType<typeof compare>>;

const mostSideBySide = 5;

/**
 * A page of the ledger beside the provider's books, which are asked for that page only. What differed when it was last
 * looked at comes before everything else, and on the page what differs now.
 */
export async function compareLedger(
  deps: Deps,
  page: { limit: number; page: number; only?: 'differences' },
): Promise<{ payments: ComparedPayment[]; total: number }> {
  const { rows, total } = await listLedger(deps.db, page);
  const limit = pLimit(mostSideBySide);
  const compared = await Promise.all(rows.map((row) => limit(compare, deps, row)));
  const different = compared.filter(({ differs }) => differs);
  if (page.only === 'differences')
    return { payments: different, total: total - (compared.length - different.length) };
  return { payments: [...different, ...compared.filter(({ differs }) => !differs)], total };
}

/** Asks the provider, and keeps the answer in mind for the order of the list. */
async function compare(deps: Deps, row: LedgerRow) {
  const charged = tookMoney(row.status) ? row.amount_pence : 0;
  const ledger: Book = {
    charged,
    refunded: row.amount_refunded_pence,
    disputed: row.amount_disputed_pence,
  };
  const provider = await readProviderBook(deps, row);
  // What was never opened, or ran out long ago and was forgotten, is nothing on both sides.
  const differs = provider ? !isSame(ledger, provider) : charged > 0;
  if (differs !== row.differs) await noteDifference(deps.db, row.id, differs);
  return {
    ...row,
    amount: row.amount_pence,
    ledger,
    provider,
    differs,
    refund_failing: isRefundFailing(row),
  };
}

function isSame(one: Book, other: Book): boolean {
  return one.charged === other.charged && one.refunded === other.refunded && one.disputed === other.disputed;
}

/** Null when the provider knows no such payment. */
async function readProviderBook(deps: Deps, row: LedgerRow): Promise<Book | null> {
  const reference = findReference(row);
  const found = reference && (await deps.payments.findPayment(reference));
  if (!found) return null;
  const money = found.paymentIntentId && (await deps.payments.findMoney(found.paymentIntentId));
  if (!money) return { charged: 0, refunded: 0, disputed: 0 };
  const refunded = money.refunds.filter((refund) => refund.status === 'succeeded');
  return {
    charged: money.chargedPence,
    refunded: refunded.reduce((total, refund) => total + refund.amountPence, 0),
    disputed: money.disputes.reduce((total, dispute) => total + dispute.heldPence, 0),
  };
}
