import pLimit from 'p-limit';
import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { dropHold } from '../registrations/registrations.states.service.ts';
import { findRegistration } from '../registrations/registrations.queries.ts';
import { findEvent } from '../events/events.queries.ts';
import { listHoldsOfCancelled, listPaidForCancelled, listPaymentsToEnd } from './payments.checks.queries.ts';
import { refundForCancelled } from './payments.refunds.service.ts';
import { endPayment } from './payments.service.ts';

const mostSideBySide = 4;

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
    await workOff(
      deps,
      (after) => listPaymentsToEnd(deps.db, after),
      (payment) => payment.id,
      async (payment) => void (await endPayment(deps, payment)),
    );
    await workOff(
      deps,
      (after) => listHoldsOfCancelled(deps.db, after),
      itself,
      (id) => endHold(deps, id),
    );
    await workOff(
      deps,
      (after) => listPaidForCancelled(deps.db, after),
      itself,
      (id) => refundForCancelled(deps, id),
    );
  },
});

const itself = (id: number) => id;

/** Page by page up to the last; what fails is left to the next run. */
async function workOff<Piece>(
  deps: Deps,
  list: (after: number) => Promise<Piece[]>,
  idOf: (piece: Piece) => number,
  settle: (piece: Piece) => Promise<void>,
): Promise<void> {
  const limit = pLimit(mostSideBySide);
  let after = 0;
  for (;;) {
    const page = await list(after);
    const last = page.at(-1);
    if (last === undefined) return;
    after = idOf(last);
    const attempts = page.map((piece) =>
      limit(settle, piece).catch((error: unknown) =>
        deps.log.error({ err: error, id: idOf(piece) }, 'could not settle what was cancelled'),
      ),
    );
    await Promise.all(attempts);
  }
}

/** The event may have been set back to published since it was looked at. */
async function endHold(deps: Deps, registrationId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const registration = await findRegistration(tx, registrationId);
    const event = registration && (await findEvent(tx, registration.event_id));
    if (event?.status === 'cancelled') await dropHold(tx, registrationId);
  });
}
