import { forgetSentMailsJob } from '../mail/send-once.ts';
import { removeExpiredSessionsJob } from './auth/auth.jobs.ts';
import { spreadNewsJob, tellAttendeeJob, tellOfRemovalJob } from './events/events.mails.jobs.ts';
import { settleCancelledJob } from './payments/payments.cancellations.jobs.ts';
import { forgetCustomerJob } from './payments/payments.customers.jobs.ts';
import { expireHoldsJob, expireIdleHoldsJob, reconcileJob } from './payments/payments.jobs.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from './payments/payments.mails.jobs.ts';
import { refundPaymentJob } from './payments/payments.refunds.jobs.ts';
import { processWebhookJob } from './payments/payments.webhooks.jobs.ts';
import { findEndingHoldsJob, warnHolderJob } from './registrations/registrations.mails.jobs.ts';
import { sendTicketJob, tellOfCancelledTicketJob } from './tickets/tickets.jobs.ts';

/** Every job that a worker runs; a job that is missing here would never be done. */
export const allJobs = [
  sendTicketJob,
  tellOfCancelledTicketJob,
  findEndingHoldsJob,
  warnHolderJob,
  spreadNewsJob,
  tellAttendeeJob,
  tellOfRemovalJob,
  processWebhookJob,
  refundPaymentJob,
  sendRefundMailJob,
  tellTeamOfDisputeJob,
  forgetCustomerJob,
  expireIdleHoldsJob,
  expireHoldsJob,
  settleCancelledJob,
  reconcileJob,
  removeExpiredSessionsJob,
  forgetSentMailsJob,
];
