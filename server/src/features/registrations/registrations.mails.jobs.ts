import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { describeSite } from '../../mail/compose.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderHoldMail } from './registrations.emails.ts';
import { findHoldForMail } from './registrations.mails.queries.ts';

const minuteMs = 60_000;

/** Tells somebody that the seat they hold goes back soon; not when they have paid or given it up meanwhile. */
export const warnHolderJob = job<{ registrationId: number; heldSince: string }>({
  name: 'registrations.warn-holder',
  // Soon there is no hold to tell of.
  retryForSeconds: 15 * 60,
  async run(deps, { registrationId, heldSince }) {
    const wanted = { registrationId, heldSince: new Date(heldSince), now: deps.clock.now() };
    const hold = await findHoldForMail(deps.db, wanted);
    if (!hold) return;
    await sendOnce(deps, `hold-ends:${registrationId}:${heldSince}`, () =>
      renderHoldMail(hold, describeSite(deps)),
    );
  },
});

const pageSize = 200;

/** Finds the holds that end soon and have not been told so. A hold that is prolonged after that is told only once. */
export const findEndingHoldsJob = job({
  name: 'registrations.find-ending-holds',
  retryForSeconds: 0,
  everySeconds: 30,
  async run(deps) {
    while ((await spreadPage(deps)) === pageSize);
  },
});

function spreadPage(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const aheadMs = Math.min(10 * minuteMs, (deps.config.holdMinutes * minuteMs) / 3);
  return deps.db.transaction().execute(async (tx) => {
    const holds = await tx
      .updateTable('registrations')
      .set((set) => ({ warned_hold_of: set.ref('registration_time') }))
      .where('id', 'in', (select) =>
        select
          .selectFrom('registrations')
          .select('id')
          .where('status', '=', 'registered')
          .where('hold_expires_at', '>', now)
          .where('hold_expires_at', '<=', new Date(now.getTime() + aheadMs))
          .where('warned_hold_of', 'is distinct from', (where) => where.ref('registration_time'))
          .orderBy('hold_expires_at')
          .limit(pageSize)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'registration_time'])
      .execute();
    const data = holds.map((hold) => ({
      registrationId: hold.id,
      heldSince: hold.registration_time.toISOString(),
    }));
    if (data.length > 0) await deps.jobs.enqueueAll(tx, warnHolderJob, data);
    return data.length;
  });
}
