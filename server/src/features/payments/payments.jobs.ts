import pLimit from 'p-limit';
import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { workOff } from '../../jobs/work-off.ts';
import { expireIdleHolds } from '../registrations/registrations.holds.service.ts';
import { listDueHolds } from '../registrations/registrations.queries.ts';
import { listPaidToCheck, listPaymentsToCheck } from './payments.checks.queries.ts';
import { noteChecked } from './payments.ledger.service.ts';
import type { PaymentRow } from './payments.queries.ts';
import { checkPayment, notePaymentDifference } from './payments.reconcile.service.ts';
import { releaseHold } from './payments.service.ts';

/**
 * Gives back seats whose hold is over and that nobody is paying for. It asks the provider nothing, and is a job of
 * its own so that it waits for none that does.
 */
export const expireIdleHoldsJob = job({
  name: 'payments.expire-idle-holds',
  retryForSeconds: 0,
  everySeconds: 15,
  run: expireAllIdle,
});

async function expireAllIdle({ db, clock }: Deps): Promise<void> {
  while ((await expireIdleHolds(db, clock.now())) > 0);
}

/** Gives back all seats whose hold is over. One whose payment cannot be ended just now waits for the next run. */
export const expireHoldsJob = job({
  name: 'payments.expire-holds',
  retryForSeconds: 0,
  everySeconds: 30,
  async run(deps) {
    await expireAllIdle(deps);
    await workOff<number>(deps, {
      listAfter: (id) => listDueHolds(deps.db, deps.clock.now(), id),
      idOf: (id) => id,
      settle: (id) => releaseHold(deps, id),
      onFailure: 'could not release a hold',
    });
  },
});

const minuteMs = 60_000;

/** As long as a bank may take a payment back. */
const disputableDays = 120;

/**
 * Holds the ledger against the provider, so that a lost webhook costs minutes, not tickets. What ran out unpaid is
 * asked for once more each hour of the following day, and what is paid once a day: somebody may have refunded it
 * at the provider's.
 */
export const reconcileJob = job({
  name: 'payments.reconcile',
  retryForSeconds: 0,
  everySeconds: 120,
  async run(deps) {
    const now = deps.clock.now();
    const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
    const day = 24 * 60;
    const times = { now, madeBefore: ago(2), checkedBefore: ago(60), expiredAfter: ago(day) };
    const limit = pLimit(5);
    const check = async (payment: PaymentRow) => {
      try {
        await checkPayment(deps, payment);
        await notePaymentDifference(deps, payment.id);
      } catch (error) {
        deps.log.error({ err: error, payment: payment.id }, 'could not reconcile a payment');
      }
      await noteChecked(deps.db, payment.id, now);
    };
    // To the last page: after a crash in a rush the one that was paid may stand behind hundreds that never will be.
    const checkAll = async (list: () => Promise<PaymentRow[]>) => {
      for (let page = await list(); page.length > 0; page = await list())
        await Promise.all(page.map((payment) => limit(check, payment)));
    };
    await checkAll(() => listPaymentsToCheck(deps.db, times));
    const paid = { paidAfter: ago(disputableDays * day), checkedBefore: ago(day) };
    await checkAll(() => listPaidToCheck(deps.db, paid));
  },
});
