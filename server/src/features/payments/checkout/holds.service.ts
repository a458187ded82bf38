import type { Deps } from '../../../deps.ts';
import { processPages } from '../../../jobs/process-pages.ts';
import { expireIdleHoldsPage } from '../../registrations/registrations.holds.service.ts';
import { listDueHolds } from '../../registrations/registrations.queries.ts';
import { expireHold } from '../../registrations/registrations.states.service.ts';
import { findOpenPayment } from '../payments.queries.ts';
import { endPayment } from '../payments.service.ts';

/** Frees the seats of expired holds that have no payment under way. */
export async function expireIdleHolds({ db, clock }: Deps): Promise<void> {
  while ((await expireIdleHoldsPage(db, clock.now())) > 0);
}

/** Frees the seats of all expired holds. If a hold's payment cannot be ended now, the hold waits for the next run. */
export async function expireHolds(deps: Deps): Promise<void> {
  await expireIdleHolds(deps);
  await processPages<number>(deps, {
    listAfter: (id) => listDueHolds(deps.db, deps.clock.now(), id),
    idOf: (id) => id,
    process: (id) => endPaymentAndHold(deps, id),
    onFailure: 'could not release a hold',
  });
}

/** Ends a hold whose time is over. Ends its payment first: if that turns out to be paid, the buyer keeps the seat. */
async function endPaymentAndHold(deps: Deps, registrationId: number): Promise<void> {
  const now = deps.clock.now();
  const payment = await findOpenPayment(deps.db, registrationId);
  if (payment) {
    // The payment started after the holds were listed, or it outlasts the hold: the hold ends with the payment.
    if (payment.expires_at > now) return;
    // If the payment is paid or still being processed, the buyer keeps the seat.
    if ((await endPayment(deps, payment)).status !== 'expired') return;
  }
  await deps.db.transaction().execute((tx) => expireHold(tx, registrationId, now));
}
