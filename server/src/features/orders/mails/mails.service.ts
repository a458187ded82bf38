import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { deriveOrderKey } from '../../../mail/link-keys.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { addressHolder } from './holders.rules.ts';
import { renderHoldMail } from './orders.emails.ts';
import { warnHolderJob } from './mails.jobs.ts';
import { findHoldForMail } from './mails.queries.ts';
import { markHoldsWarned, maxHoldsWarnedAtOnce } from '../orders.holds.service.ts';

const minuteMs = 60_000;

/** An extended hold gets no second warning. */
export async function enqueueHoldWarnings(deps: Deps): Promise<void> {
  while ((await enqueuePage(deps)) === maxHoldsWarnedAtOnce);
}

function enqueuePage(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const aheadMs = Math.min(10 * minuteMs, (deps.config.holdMinutes * minuteMs) / 3);
  return deps.db.transaction().execute(async (tx) => {
    const holds = await markHoldsWarned(tx, now, new Date(now.getTime() + aheadMs));
    const data = holds.map((hold) => ({
      registrationId: hold.id,
      heldSince: hold.placed_at.toISOString(),
    }));
    if (data.length > 0) await deps.jobs.enqueueAll(tx, warnHolderJob, data);
    return data.length;
  });
}

export async function sendHoldWarning(
  deps: Deps,
  { registrationId, heldSince }: { registrationId: number; heldSince: string },
): Promise<void> {
  const wanted = { orderId: registrationId, heldSince: new Date(heldSince), now: deps.clock.now() };
  const hold = await findHoldForMail(deps.db, wanted);
  // The buyer's address is blank once the buyer's account is deleted.
  if (!hold?.email) return;
  const { email } = hold;
  const letter: Letter = {
    fact: `hold-ends:${registrationId}:${heldSince}`,
    ...addressHolder({ ...hold, email }),
    retry: retryWith(warnHolderJob, { registrationId, heldSince }),
  };
  const key = hold.user_id === null ? deriveOrderKey(deps.sessionSecret, hold) : null;
  await sendOnce(deps, letter, () => renderHoldMail({ ...hold, email }, key, describeSite(deps)));
}
