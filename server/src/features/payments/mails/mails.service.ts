import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { deriveOrderKey } from '../../../mail/link-keys.ts';
import { renderDisputeMail, renderRefundMail } from './payments.emails.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from './mails.jobs.ts';
import { findRefundForMail, listDisputeReaders, type RefundForMail } from './mails.queries.ts';

export async function sendRefundMail(
  deps: Deps,
  about: { paymentId: number; refundId?: number },
): Promise<void> {
  const refund = await findRefundForMail(deps.db, about);
  if (!refund) return;
  const letter: Letter = {
    fact: `refund:${about.paymentId}:${refund.id}`,
    kind: 'order',
    to: { userId: refund.user_id, email: refund.email },
    // The buyer has paid, so a used-up limit may only delay the mail.
    mustArrive: true,
    retry: retryWith(sendRefundMailJob, { ...about, refundId: refund.id }),
  };
  const orderKey = deriveKeyOfGuest(deps, refund);
  await sendOnce(deps, letter, () => renderRefundMail({ ...refund, orderKey }, describeSite(deps)));
}

/** People with an account need no key. */
function deriveKeyOfGuest({ sessionSecret }: Deps, refund: RefundForMail): string | null {
  const { user_id, order_id: id, key_salt } = refund;
  if (user_id !== null || id === null || key_salt === null) return null;
  return deriveOrderKey(sessionSecret, { id, key_salt });
}

export async function sendDisputeMails(
  deps: Deps,
  { paymentId, disputeId }: { paymentId: number; disputeId: string },
): Promise<void> {
  const readers = await listDisputeReaders(deps.db, paymentId);
  // Send all emails even if one email fails.
  const sent = await Promise.allSettled(
    readers.map((reader) => {
      const letter: Letter = {
        fact: `dispute:${disputeId}:${reader.user_id}`,
        kind: 'duty',
        to: { userId: reader.user_id, email: reader.email },
        retry: retryWith(tellTeamOfDisputeJob, { paymentId, disputeId }),
      };
      return sendOnce(deps, letter, () => renderDisputeMail(reader, describeSite(deps)));
    }),
  );
  const failed = sent.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
