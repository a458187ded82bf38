import type { Deps } from '../../../deps.ts';
import { processPages } from '../../../jobs/process-pages.ts';
import { findEvent } from '../../events/events.queries.ts';
import { findRegistration } from '../../registrations/registrations.queries.ts';
import { releaseHold } from '../../registrations/registrations.states.service.ts';
import { listHoldsOfCancelled, listPaidForCancelled, listPaymentsToEnd } from '../ledger/checks.queries.ts';
import { refundForCancelled } from './refunds.service.ts';
import { endPayment } from '../payments.service.ts';

const onFailure = 'could not close what belonged to a cancelled event';

/**
 * Ends what cancelled or deleted events and deleted users leave behind: payments under way, holds, and paid tickets.
 * It starts from what the database says and handles each item in its own transaction. So it may be interrupted
 * anywhere and run on several processes at once; the next run finishes the rest.
 */
export async function closeCancelledEvents(deps: Deps): Promise<void> {
  // A payment under way could still become a paid ticket, so payments end first.
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

/** The event may have been published again since its holds were listed. */
async function releaseHoldOfCancelled(deps: Deps, registrationId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const registration = await findRegistration(tx, registrationId);
    const event = registration && (await findEvent(tx, registration.event_id));
    if (event?.status === 'cancelled') await releaseHold(tx, registrationId);
  });
}
