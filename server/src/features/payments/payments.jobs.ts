import pLimit from 'p-limit';
import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { listDueHolds } from '../registrations/registrations.queries.ts';
import { listPaymentsToCheck, type PaymentRow } from './payments.queries.ts';
import { refundPayment } from './payments.refunds.jobs.ts';
import { findReference } from './payments.rules.ts';
import { endPayment, releaseHold, settlePayment } from './payments.service.ts';

/** Gives back seats whose hold is over. One that fails, because the provider is away say, waits for the next run. */
export const expireHoldsJob = job({
  name: 'payments.expire-holds',
  retryForSeconds: 0,
  everySeconds: 30,
  async run(deps) {
    for (const hold of await listDueHolds(deps.db, deps.clock.now())) {
      await releaseHold(deps, hold.id).catch((error: unknown) =>
        deps.log.error({ err: error, registration: hold.id }, 'could not release a hold'),
      );
    }
  },
});

const minuteMs = 60_000;

/**
 * Holds the ledger against the provider, so that a lost webhook costs minutes, not tickets. What ran out unpaid is
 * asked for once more each hour of the following day.
 */
export const reconcileJob = job({
  name: 'payments.reconcile',
  retryForSeconds: 0,
  everySeconds: 120,
  async run(deps) {
    const now = deps.clock.now();
    const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
    const times = { madeBefore: ago(2), checkedBefore: ago(60), expiredAfter: ago(24 * 60) };
    const limit = pLimit(5);
    const check = async (payment: PaymentRow) => {
      try {
        await checkPayment(deps, payment);
      } catch (error) {
        deps.log.error({ err: error, payment: payment.id }, 'could not reconcile a payment');
      }
      await deps.db.updateTable('payments').set({ checked_at: now }).where('id', '=', payment.id).execute();
    };
    await Promise.all((await listPaymentsToCheck(deps.db, times)).map((payment) => limit(check, payment)));
  },
});

async function checkPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  if (payment.status === 'refund_pending') return refundPayment(deps, payment.id);
  const isUnderWay = payment.status === 'starting' || payment.status === 'open';
  // An intent does not end by itself, and its hold may have been given up long before.
  if (isUnderWay && payment.expires_at <= deps.clock.now()) await endPayment(deps, payment);
  else {
    const reference = findReference(payment);
    if (reference) await settlePayment(deps, reference);
  }
}
