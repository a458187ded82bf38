import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/**
 * Jobs that an earlier version of Foyer enqueued lack the field `refundId`, because a payment had only one refund then.
 */
export const sendRefundMailJob = job<{ paymentId: number; refundId?: number }>({
  name: 'payments.send-refund-mail',
  retryForSeconds: dayInSeconds,
});

/** Emails the admins of the event's team about a dispute. Each dispute of a payment gets emails of its own. */
export const tellTeamOfDisputeJob = job<{ paymentId: number; disputeId: string }>({
  name: 'payments.tell-team-of-dispute',
  retryForSeconds: dayInSeconds,
});
