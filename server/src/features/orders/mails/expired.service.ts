import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { addressHolder } from './holders.rules.ts';
import { tellOfExpiredHoldJob } from './mails.jobs.ts';
import { findExpiredHold } from './mails.queries.ts';
import { renderExpiredHoldMail } from './orders.emails.ts';

const dayMs = 24 * 3_600_000;

export async function enqueueExpiredHoldMails(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  holds: readonly { id: number; placed_at: Date }[],
): Promise<void> {
  if (holds.length === 0) return;
  const data = holds.map(({ id, placed_at }) => ({ orderId: id, heldSince: placed_at.toISOString() }));
  await jobs.enqueueAll(tx, tellOfExpiredHoldJob, data);
}

/** Sends no mail if the buyer has ordered again, or has paid after all. After a day, the mail is useless. */
export async function sendExpiredHoldMail(
  deps: Deps,
  data: { orderId: number; heldSince: string },
): Promise<void> {
  const heldSince = new Date(data.heldSince);
  const now = deps.clock.now();
  if (now.getTime() - heldSince.getTime() > dayMs) return;
  const hold = await findExpiredHold(deps.db, { orderId: data.orderId, heldSince, now });
  if (!hold?.email) return;
  const { email } = hold;
  const letter: Letter = {
    fact: `hold-expired:${data.orderId}:${data.heldSince}`,
    ...addressHolder({ ...hold, email }),
    retry: retryWith(tellOfExpiredHoldJob, data),
  };
  await sendOnce(deps, letter, () => renderExpiredHoldMail({ ...hold, email }, describeSite(deps)));
}
