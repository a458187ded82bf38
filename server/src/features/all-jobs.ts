import { handle } from '../jobs/jobs.ts';
import { deleteOldSentMails, forgetSentMailsJob } from '../mail/send-once.ts';
import { removeExpiredSessionsJob } from './auth/auth.jobs.ts';
import { removeExpiredSessions } from './auth/auth.service.ts';
import { spreadNewsJob, tellAttendeeJob, tellOfRemovalJob } from './events/events.mails.jobs.ts';
import { enqueueEventNews, sendEventNews, sendRemovalMail } from './events/events.mails.service.ts';
import { closeCancelledEventsJob } from './payments/payments.cancellations.jobs.ts';
import { closeCancelledEvents } from './payments/payments.cancellations.service.ts';
import { forgetCustomerJob } from './payments/payments.customers.jobs.ts';
import { expireHolds, expireIdleHolds } from './payments/payments.holds.service.ts';
import { expireHoldsJob, expireIdleHoldsJob, reconcileJob } from './payments/payments.jobs.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from './payments/payments.mails.jobs.ts';
import { sendDisputeMails, sendRefundMail } from './payments/payments.mails.service.ts';
import { reconcilePayments } from './payments/payments.reconcile.service.ts';
import { refundPaymentJob } from './payments/payments.refunds.jobs.ts';
import { refundPayment } from './payments/payments.refunds.service.ts';
import { processWebhookJob } from './payments/payments.webhooks.jobs.ts';
import { processStoredWebhook } from './payments/payments.webhooks.service.ts';
import { findEndingHoldsJob, warnHolderJob } from './registrations/registrations.mails.jobs.ts';
import { enqueueHoldWarnings, sendHoldWarning } from './registrations/registrations.mails.service.ts';
import { sendTicketJob, tellOfCancelledTicketJob } from './tickets/tickets.jobs.ts';
import { sendCancelledTicketMail, sendTicketMail } from './tickets/tickets.mails.service.ts';

/** Every job with the service that does it. A worker runs only the jobs in this list. */
export const allJobs = [
  handle(sendTicketJob, (deps, { ticketId }) => sendTicketMail(deps, ticketId)),
  handle(tellOfCancelledTicketJob, sendCancelledTicketMail),
  handle(findEndingHoldsJob, enqueueHoldWarnings),
  handle(warnHolderJob, sendHoldWarning),
  handle(spreadNewsJob, enqueueEventNews),
  handle(tellAttendeeJob, (deps, { registrationId }) => sendEventNews(deps, registrationId)),
  handle(tellOfRemovalJob, sendRemovalMail),
  handle(processWebhookJob, (deps, { eventId }) => processStoredWebhook(deps, eventId)),
  handle(refundPaymentJob, async (deps, { paymentId }) => void (await refundPayment(deps, paymentId))),
  handle(sendRefundMailJob, (deps, { paymentId }) => sendRefundMail(deps, paymentId)),
  handle(tellTeamOfDisputeJob, sendDisputeMails),
  handle(forgetCustomerJob, (deps, { providerCustomerId }) =>
    deps.payments.forgetCustomer(providerCustomerId),
  ),
  handle(expireIdleHoldsJob, expireIdleHolds),
  handle(expireHoldsJob, expireHolds),
  handle(closeCancelledEventsJob, closeCancelledEvents),
  handle(reconcileJob, reconcilePayments),
  handle(removeExpiredSessionsJob, removeExpiredSessions),
  handle(forgetSentMailsJob, deleteOldSentMails),
];
