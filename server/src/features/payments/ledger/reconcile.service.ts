import pLimit from 'p-limit';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { PaymentRefusedError } from '../../../payments/provider.ts';
import { listPaidToCheck, listPaymentsToCheck, listRefundsToCheck } from './checks.queries.ts';
import { listRefundsOfPayments, type ShownRefund } from '../../orders/orders.refunds.queries.ts';
import { findLedgerRow, listLedger, type LedgerRow } from './ledger.queries.ts';
import { recordChecked, recordDifference } from './ledger.service.ts';
import { settleMoney } from './money.service.ts';
import { findPayment, type PaymentRow } from '../payments.queries.ts';
import { refundPayment } from '../refunds/asking.service.ts';
import { findReference, tookMoney } from '../payments.rules.ts';
import { endPayment, settlePayment } from '../payments.service.ts';

const maxSideBySide = 5;

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** The buyer's bank can dispute a payment for about this many days. */
const disputableDays = 120;

/**
 * Compares payments with the provider and settles those that differ, for example after a lost webhook. Every run checks
 * payments and refunds under way. Expired payments are checked hourly for a day, and paid payments daily for
 * `disputableDays`.
 */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const times = { now, madeBefore: ago(2), checkedBefore: ago(60), expiredAfter: ago(dayMinutes) };
  await checkAll(deps, now, () => listPaymentsToCheck(deps.db, times));
  await checkAll(deps, now, () => listRefundsToCheck(deps.db, times));
  const paid = { paidAfter: ago(disputableDays * dayMinutes), checkedBefore: ago(dayMinutes) };
  await checkAll(deps, now, () => listPaidToCheck(deps.db, paid));
}

/**
 * Checks all payments of the list, page by page, because after a crash hundreds of abandoned payments may come before a
 * paid one.
 */
async function checkAll(deps: Deps, now: Date, list: () => Promise<PaymentRow[]>): Promise<void> {
  const limit = pLimit(maxSideBySide);
  const check = async (payment: PaymentRow) => {
    try {
      await checkPayment(deps, payment);
      await recordPaymentDifference(deps, payment.id);
    } catch (error) {
      deps.log.error({ err: error, payment: payment.id }, 'could not reconcile a payment');
    }
    await recordChecked(deps.db, payment.id, now);
  };
  for (let page = await list(); page.length > 0; page = await list())
    await Promise.all(page.map((payment) => limit(check, payment)));
}

/** Brings one payment up to date with the provider, and requests its due refunds. */
async function checkPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  if (tookMoney(payment.status)) await refundPayment(deps, payment.id);
  else {
    const settled = await settleUnpaid(deps, payment);
    if (settled) await settleMoney(deps, settled);
  }
}

async function settleUnpaid(deps: Deps, payment: PaymentRow): Promise<PaymentRow | undefined> {
  const isUnderWay = payment.status === 'starting' || payment.status === 'open';
  // End the payment when the time to pay is over, because the provider never ends a payment intent by itself.
  if (isUnderWay && payment.expires_at <= deps.clock.now()) return endPayment(deps, payment);
  const reference = findReference(payment);
  return reference && settlePayment(deps, reference);
}

/** Reconciles one payment now and returns the comparison. Throws `payment_not_found`. */
export async function reconcilePayment(deps: Deps, id: number): Promise<ComparedPayment> {
  const payment = await findPayment(deps.db, id);
  if (!payment) throw new ApiError('payment_not_found');
  await checkPayment(deps, payment).catch((error: unknown) => {
    // If the provider refuses the request, the comparison below still shows the payment as different.
    if (!(error instanceof PaymentRefusedError)) throw error;
    deps.log.warn({ err: error, payment: id }, 'the provider refused to settle a payment');
  });
  const row = await findLedgerRow(deps.db, id);
  if (!row) throw new ApiError('payment_not_found');
  return { ...(await compare(deps, row)), refunds: await listRefundsOfPayments(deps.db, [id]) };
}

/** Compares a payment with the provider if it was paid or differed at the last comparison, and records the result. */
async function recordPaymentDifference(deps: Deps, id: number): Promise<void> {
  const row = await findLedgerRow(deps.db, id);
  if (row && (row.differs || tookMoney(row.status))) await compare(deps, row);
}

/** The amounts of one payment in pence, as stored in the ledger or as reported by the provider. */
interface Book {
  charged: number;
  refunded: number;
  disputed: number;
}

type ComparedPayment = Awaited<ReturnType<typeof compare>> & { refunds: ShownRefund[] };

/**
 * Compares one page of the ledger with the provider. The pages are sorted by the stored result of the last comparison.
 * Within this page, payments that differ now come first.
 */
export async function compareLedger(
  deps: Deps,
  page: { limit: number; page: number; only?: 'differences' },
): Promise<{ payments: ComparedPayment[]; total: number }> {
  const { rows, total } = await listLedger(deps.db, page);
  const limit = pLimit(maxSideBySide);
  const refunds = await listRefundsOfPayments(
    deps.db,
    rows.map(({ id }) => id),
  );
  const compared = await Promise.all(
    rows.map(async (row) => ({
      ...(await limit(compare, deps, row)),
      refunds: refunds.filter(({ payment_id }) => payment_id === row.id),
    })),
  );
  const different = compared.filter(({ differs }) => differs);
  if (page.only === 'differences')
    return { payments: different, total: total - (compared.length - different.length) };
  return { payments: [...different, ...compared.filter(({ differs }) => !differs)], total };
}

/**
 * Compares one payment with the provider and records whether they differ, because the list of payments is sorted by
 * this record.
 */
async function compare(deps: Deps, row: LedgerRow) {
  const charged = tookMoney(row.status) ? row.amount_pence : 0;
  const ledger: Book = {
    charged,
    refunded: row.amount_refunded_pence,
    disputed: row.amount_disputed_pence,
  };
  const provider = await readProviderBook(deps, row);
  // The provider does not know a payment that was never opened, or that expired long ago. An unknown payment differs
  // only if it took money according to the ledger.
  const differs = provider ? !isSame(ledger, provider) : charged > 0;
  if (differs !== row.differs) await recordDifference(deps.db, row.id, differs);
  return {
    ...row,
    amount: row.amount_pence,
    ledger,
    provider,
    differs,
  };
}

function isSame(one: Book, other: Book): boolean {
  return one.charged === other.charged && one.refunded === other.refunded && one.disputed === other.disputed;
}

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
