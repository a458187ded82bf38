import { forgetSentMailsJob } from '../mail/send-once.ts';
import { removeExpiredSessionsJob } from './auth/auth.jobs.ts';
import { forgetCustomerJob } from './payments/payments.customers.jobs.ts';
import { expireHoldsJob, reconcileJob } from './payments/payments.jobs.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from './payments/payments.mails.jobs.ts';
import { refundPaymentJob } from './payments/payments.refunds.jobs.ts';
import { processWebhookJob } from './payments/payments.webhooks.jobs.ts';
import { sendTicketJob } from './tickets/tickets.jobs.ts';

/** Every job that a worker runs; a job that is missing here would never be done. */
export const allJobs = [
  sendTicketJob,
  processWebhookJob,
  refundPaymentJob,
  sendRefundMailJob,
  tellTeamOfDisputeJob,
  forgetCustomerJob,
  expireHoldsJob,
  reconcileJob,
  removeExpiredSessionsJob,
  forgetSentMailsJob,
];
