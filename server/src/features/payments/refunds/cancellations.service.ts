import type { Deps } from '../../../deps.ts';
import { processPages } from '../../../jobs/process-pages.ts';
import { findEvent } from '../../events/events.queries.ts';
import { findOrder } from '../../orders/orders.queries.ts';
import { releaseHold } from '../../orders/orders.states.service.ts';
import { listHoldsOfCancelled, listPaidForCancelled, listPaymentsToEnd } from '../ledger/checks.queries.ts';
import { refundForCancelled } from './refunds.service.ts';
import { endPayment } from '../payments.service.ts';

const onFailure = 'could not close what belonged to a cancelled event';

/**
 * Ends the payments of cancelled or deleted events and of deleted users, and then the holds and tickets of cancelled
 * events. Each payment or hold has a transaction of its own, so an interrupted run does no harm, and several processes
 * may run at once.
 */
export async function closeCancelledEvents(deps: Deps): Promise<void> {
  // End payments first, because a payment under way could still buy a ticket.
  await processPages(deps, {
    listAfter: (id) => listPaymentsToEnd(deps.db, id),
    idOf: (payment) => payment.id,
    process: (payment) => endPayment(deps, payment),
    onFailure,
  });
  await processPages<number>(deps, {
    listAfter: (id) => listHoldsOfCancelled(deps.db, id),
    idOf: (id) => id,
    process: (id) => releaseHoldOfCancelled(deps, id),
    onFailure,
  });
  await processPages<number>(deps, {
    listAfter: (id) => listPaidForCancelled(deps.db, id),
    idOf: (id) => id,
    process: (id) => refundForCancelled(deps, id),
    onFailure,
  });
}

/** Releases the hold unless the event was published again after the holds were listed. */
async function releaseHoldOfCancelled(deps: Deps, orderId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const order = await findOrder(tx, orderId);
    const event = order && (await findEvent(tx, order.event_id));
    if (event?.status === 'cancelled') await releaseHold(tx, orderId);
  });
}
