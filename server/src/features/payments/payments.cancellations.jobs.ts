import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { workOff } from '../../jobs/work-off.ts';
import { dropHold } from '../registrations/registrations.states.service.ts';
import { findRegistration } from '../registrations/registrations.queries.ts';
import { findEvent } from '../events/events.queries.ts';
import { listHoldsOfCancelled, listPaidForCancelled, listPaymentsToEnd } from './payments.checks.queries.ts';
import { refundForCancelled } from './payments.refunds.service.ts';
import { endPayment } from './payments.service.ts';

/**
 * Ends what cancelled and deleted events, and deleted users, leave behind: payments under way, holds, and the money
 * of tickets. It works off what the database says, each piece in a transaction of its own, so that it may be
 * interrupted anywhere, run on several processes at once, and is finished by whichever run comes next.
 */
export const settleCancelledJob = job({
  name: 'payments.settle-cancelled',
  retryForSeconds: 0,
  everySeconds: 30,
  async run(deps) {
    // First what could still become a paid ticket, which the next steps would otherwise miss.
    await workOff(deps, {
      listAfter: (id) => listPaymentsToEnd(deps.db, id),
      idOf: (payment) => payment.id,
      settle: (payment) => endPayment(deps, payment),
      onFailure,
    });
    await workOff<number>(deps, {
      listAfter: (id) => listHoldsOfCancelled(deps.db, id),
      idOf: (id) => id,
      settle: (id) => endHold(deps, id),
      onFailure,
    });
    await workOff<number>(deps, {
      listAfter: (id) => listPaidForCancelled(deps.db, id),
      idOf: (id) => id,
      settle: (id) => refundForCancelled(deps, id),
      onFailure,
    });
  },
});

const onFailure = 'could not settle what was cancelled';

/** The event may have been set back to published since it was looked at. */
async function endHold(deps: Deps, registrationId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const registration = await findRegistration(tx, registrationId);
    const event = registration && (await findEvent(tx, registration.event_id));
    if (event?.status === 'cancelled') await dropHold(tx, registrationId);
  });
}
