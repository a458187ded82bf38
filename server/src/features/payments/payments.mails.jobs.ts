import { job } from '../../jobs/jobs.ts';
import { describeSite } from '../../mail/compose.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderDisputeMail, renderRefundMail } from './payments.emails.ts';
import { findRefundForMail, listDisputeReaders } from './payments.mails.queries.ts';

const dayInSeconds = 24 * 3600;

/** Tells a buyer that the money is on its way back, and why. */
export const sendRefundMailJob = job<{ paymentId: number }>({
  name: 'payments.send-refund-mail',
  retryForSeconds: dayInSeconds,
  async run(deps, { paymentId }) {
    const refund = await findRefundForMail(deps.db, paymentId);
    if (!refund) return;
    await sendOnce(deps, `refund:${paymentId}`, () => renderRefundMail(refund, describeSite(deps)));
  },
});

/** Tells those who run the event's team that one of its payments is disputed; another dispute is another mail. */
export const tellTeamOfDisputeJob = job<{ paymentId: number; disputeId: string }>({
  name: 'payments.tell-team-of-dispute',
  retryForSeconds: dayInSeconds,
  async run(deps, { paymentId, disputeId }) {
    const readers = await listDisputeReaders(deps.db, paymentId);
    // Each is told whatever becomes of the others' mails.
    const told = await Promise.allSettled(
      readers.map((reader) =>
        sendOnce(deps, `dispute:${disputeId}:${reader.user_id}`, () =>
          renderDisputeMail(reader, describeSite(deps)),
        ),
      ),
    );
    const failed = told.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  },
});
