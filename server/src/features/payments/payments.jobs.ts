import { job } from '../../jobs/jobs.ts';
import { listDueHolds } from '../registrations/registrations.queries.ts';
import { listUnsettledPayments } from './payments.queries.ts';
import { releaseHold, settleSession } from './payments.service.ts';

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

const quietMinutes = 2;

/** Asks the provider about payments that no webhook settled, so that a lost one costs minutes, not tickets. */
export const reconcileJob = job({
  name: 'payments.reconcile',
  retryForSeconds: 0,
  everySeconds: 120,
  async run(deps) {
    const before = new Date(deps.clock.now().getTime() - quietMinutes * 60_000);
    for (const payment of await listUnsettledPayments(deps.db, before)) {
      if (!payment.provider_session_id) continue;
      await settleSession(deps, payment.provider_session_id).catch((error: unknown) =>
        deps.log.error({ err: error, payment: payment.id }, 'could not reconcile a payment'),
      );
    }
  },
});
