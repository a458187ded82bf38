import type { Deps } from '../../../deps.ts';
import { processPages } from '../../../jobs/process-pages.ts';
import { expireIdleHoldsPage } from '../../orders/orders.holds.service.ts';
import { listDueHolds } from '../../orders/orders.queries.ts';
import { expireHold } from '../../orders/orders.states.service.ts';
import { findOpenPayment } from '../payments.queries.ts';
import { endPayment } from '../payments.service.ts';

export async function expireIdleHolds({ db, clock }: Deps): Promise<void> {
  while ((await expireIdleHoldsPage(db, clock.now())) > 0);
}

/**
 * Ends the holds whose time is over and frees their seats, after ending their payments at the provider. A buyer who has
 * paid, or can still pay, keeps the seat. If the provider fails, the hold stays until the next run.
 */
export async function expireHolds(deps: Deps): Promise<void> {
  await expireIdleHolds(deps);
  await processPages<number>(deps, {
    listAfter: (id) => listDueHolds(deps.db, deps.clock.now(), id),
    idOf: (id) => id,
    process: (id) => endPaymentAndHold(deps, id),
    onFailure: 'could not release a hold',
  });
}

/** Ends a hold whose time is over, after ending its payment. A buyer who turns out to have paid keeps the seat. */
async function endPaymentAndHold(deps: Deps, orderId: number): Promise<void> {
  const now = deps.clock.now();
  const payment = await findOpenPayment(deps.db, orderId);
  if (payment) {
    // The buyer can still pay, because the payment started after the holds were listed or lasts longer than the hold.
    // Keep the hold until the payment's time is over.
    if (payment.expires_at > now) return;
    // If the buyer has paid, or the money is still being processed, the buyer keeps the seat.
    if ((await endPayment(deps, payment)).status !== 'expired') return;
  }
  await deps.db.transaction().execute((tx) => expireHold(tx, orderId, now));
}
