import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { renderDisputeMail, renderRefundMail } from './payments.emails.ts';
import { findRefundForMail, listDisputeReaders } from './mails.queries.ts';

/** Emails a buyer that the money is on its way back, and why. */
export async function sendRefundMail(deps: Deps, paymentId: number): Promise<void> {
  const refund = await findRefundForMail(deps.db, paymentId);
  if (!refund) return;
  await sendOnce(deps, `refund:${paymentId}`, () => renderRefundMail(refund, describeSite(deps)));
}

/** Emails the admins of the event's team or, if the event has no team, the site administrators about a dispute. */
export async function sendDisputeMails(
  deps: Deps,
  { paymentId, disputeId }: { paymentId: number; disputeId: string },
): Promise<void> {
  const readers = await listDisputeReaders(deps.db, paymentId);
  // One email that fails must not stop the other emails.
  const sent = await Promise.allSettled(
    readers.map((reader) =>
      sendOnce(deps, `dispute:${disputeId}:${reader.user_id}`, () =>
        renderDisputeMail(reader, describeSite(deps)),
      ),
    ),
  );
  const failed = sent.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
