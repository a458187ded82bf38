import type { Deps } from '../../../deps.ts';
import { processPages } from '../../../jobs/process-pages.ts';
import { expireIdleHoldsPage } from '../../orders/orders.holds.service.ts';
import { listDueHolds } from '../../orders/orders.queries.ts';
import { expireHold } from '../../orders/orders.states.service.ts';
import { findOpenPayment } from '../payments.queries.ts';
import { endPayment } from '../payments.service.ts';

/**
 * Ends the holds whose time is over and that have no payment under way. If a page of holds fails, each hold is ended
 * alone, because one hold may have caused the failure. A hold that cannot be ended is logged and skipped.
 */
export async function expireIdleHolds(deps: Deps): Promise<void> {
  try {
    while ((await expireIdleHoldsPage(deps, deps.clock.now())) > 0);
  } catch (error) {
    deps.log.error({ err: error }, 'could not release a page of holds; each hold is now released alone');
    await processDueHolds(deps, async (id) => {
      if (!(await findOpenPayment(deps.db, id))) await endHold(deps, id);
    });
  }
}

function processDueHolds(deps: Deps, process: (id: number) => Promise<void>): Promise<void> {
  return processPages<number>(deps, {
    listAfter: (id) => listDueHolds(deps.db, deps.clock.now(), id),
    idOf: (id) => id,
    process,
    onFailure: 'could not release a hold',
  });
}

async function endHold(deps: Deps, orderId: number): Promise<void> {
  await deps.db.transaction().execute((tx) => expireHold(deps, tx, orderId, deps.clock.now()));
}

/**
 * Ends the holds whose time is over and frees their seats, after ending their payments at the provider. A buyer who has
 * paid, or can still pay, keeps the seat. If the provider fails, the hold stays until the next run.
 */
export async function expireHolds(deps: Deps): Promise<void> {
  await expireIdleHolds(deps);
  await processDueHolds(deps, (id) => endPaymentAndHold(deps, id));
}

/** Ends a hold whose time is over, after ending its payment. A buyer who turns out to have paid keeps the seat. */
async function endPaymentAndHold(deps: Deps, orderId: number): Promise<void> {
  const payment = await findOpenPayment(deps.db, orderId);
  if (payment) {
    // The buyer can still pay, because the payment started after the holds were listed or lasts longer than the hold.
    // Keep the hold until the payment's time is over.
    if (payment.expires_at > deps.clock.now()) return;
    // If the buyer has paid, or the money is still being processed, the buyer keeps the seat.
    if ((await endPayment(deps, payment)).status !== 'expired') return;
  }
  await endHold(deps, orderId);
}
