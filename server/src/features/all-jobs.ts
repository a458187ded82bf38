import { handle } from '../jobs/jobs.ts';
import { releaseDueMails, releaseDueMailsJob } from '../mail/held-mails.ts';
import { deleteOldSentMails, forgetSentMailsJob } from '../mail/send-once.ts';
import { removePictureJob, removeUnusedPicture } from '../storage/saved-pictures.ts';
import { checkDataJob } from './admin/admin.data.jobs.ts';
import { checkDataNightly } from './admin/admin.data.service.ts';
import { deleteOldFarewells, sendFarewell } from './accounts/accounts.farewells.service.ts';
import { deleteOldFarewellsJob, sendFarewellJob } from './accounts/accounts.jobs.ts';
import { sendResetJob } from './auth/passwords/reset.jobs.ts';
import { sendResetMail } from './auth/passwords/reset.service.ts';
import { removeExpiredSessionsJob } from './auth/auth.jobs.ts';
import { removeExpiredSessions } from './auth/auth.service.ts';
import { sendTwoFactorMail } from './auth/two-factor/mails.service.ts';
import { tellOfTwoFactorJob } from './auth/two-factor/two-factor.jobs.ts';
import { closeEventJob } from './events/changes/cancelling.jobs.ts';
import { fetchEventPictureJob, findUnkeptEventPicturesJob } from './events/changes/pictures.jobs.ts';
import { enqueueUnkeptEventPictures, fetchEventPicture } from './events/changes/pictures.service.ts';
import { enqueueEventNewsJob, tellAttendeeJob, tellOfRemovalJob } from './events/mails/mails.jobs.ts';
import { enqueueEventNews, sendEventNews, sendRemovalMail } from './events/mails/mails.service.ts';
import {
  announceEventsJob,
  deleteOldFollowsJob,
  sendAnnouncementJob,
  sendFollowLinkJob,
  spreadAnnouncementJob,
} from './follows/follows.jobs.ts';
import { announceEvents, sendAnnouncement, spreadAnnouncement } from './follows/follows.news.service.ts';
import { deleteOldFollows, sendFollowLink } from './follows/follows.service.ts';
import { sendAutomaticMails } from './messages/messages.automatic.service.ts';
import {
  giveUpMessageMailsJob,
  sendAutomaticMailsJob,
  sendMessageMailJob,
  sendTestMessageJob,
  spreadMessageJob,
} from './messages/messages.jobs.ts';
import {
  giveUpMessageMails,
  sendMessageMail,
  sendTestMessage,
  spreadMessage,
} from './messages/messages.mails.service.ts';
import { closeCancelledEventsJob } from './payments/refunds/cancellations.jobs.ts';
import { closeCancelledEvents } from './payments/refunds/cancellations.service.ts';
import { forgetCustomerJob } from './payments/customers/customers.jobs.ts';
import { expireHolds, expireIdleHolds } from './payments/checkout/holds.service.ts';
import { expireHoldsJob, expireIdleHoldsJob, reconcileJob } from './payments/payments.jobs.ts';
import { sendRefundMailJob, tellTeamOfDisputeJob } from './payments/mails/mails.jobs.ts';
import { sendDisputeMails, sendRefundMail } from './payments/mails/mails.service.ts';
import { reconcilePayments } from './payments/ledger/reconcile.service.ts';
import { refundPaymentJob } from './payments/refunds/refunds.jobs.ts';
import { refundPayment } from './payments/refunds/asking.service.ts';
import { processWebhookJob } from './payments/webhooks/webhooks.jobs.ts';
import { processStoredWebhook } from './payments/webhooks/webhooks.service.ts';
import { sendExpiredHoldMail } from './orders/mails/expired.service.ts';
import { findEndingHoldsJob, tellOfExpiredHoldJob, warnHolderJob } from './orders/mails/mails.jobs.ts';
import { enqueueHoldWarnings, sendHoldWarning } from './orders/mails/mails.service.ts';
import {
  enqueueOrderMailsJob,
  sendAttendeeTicketJob,
  sendOrderMailJob,
  sendTransferMailJob,
  tellFormerAttendeeJob,
  tellOfEndedTicketJob,
  tellOfReturnedTicketsJob,
} from './orders/mails/tickets.jobs.ts';
import { sendNewLinkJob } from './orders/mails/links.jobs.ts';
import { sendNewLinkMail } from './orders/mails/links.service.ts';
import { sendFormerAttendeeMail, sendReturnedMail } from './orders/mails/returned.service.ts';
import { sendEndedTicketMail } from './orders/mails/cancelled.service.ts';
import {
  enqueueOrderMails,
  sendAttendeeMail,
  sendOrderMail,
  sendTransferMail,
} from './orders/mails/tickets.service.ts';
import { nameOrdersOf } from './orders/after-sale/names.service.ts';
import { sendVerificationJob } from './users/addresses/verification.jobs.ts';
import { sendVerificationMail } from './users/addresses/verification.service.ts';
import { removeOldInvitationsJob, sendInvitationJob } from './teams/invitations/invitations.jobs.ts';
import { sendInvitationMail } from './teams/invitations/mails.service.ts';
import { deleteOldInvitations } from './teams/invitations/invitations.service.ts';
import { deleteOldDoorData } from './tickets/door/links.service.ts';
import { deleteOldDoorDataJob, sendTicketJob, tellOfCancelledTicketJob } from './tickets/tickets.jobs.ts';
import { sendCancelledTicketMail, sendTicketMail } from './tickets/tickets.mails.service.ts';
import { nameOrdersJob, tellOfNewAddressJob, tellOfNewPasswordJob } from './users/users.jobs.ts';
import { sendNewAddressMail, sendNewPasswordMail } from './users/users.mails.service.ts';
import { fetchUserPictureJob, findUnkeptUserPicturesJob } from './users/pictures/pictures.jobs.ts';
import { enqueueUnkeptUserPictures, fetchUserPicture } from './users/pictures/pictures.service.ts';

/** Every job with the service that runs the job. A worker runs only the jobs in this list. */
export const allJobs = [
  handle(sendResetJob, sendResetMail),
  handle(sendVerificationJob, sendVerificationMail),
  handle(sendTicketJob, (deps, { ticketId }) => sendTicketMail(deps, ticketId)),
  handle(tellOfCancelledTicketJob, sendCancelledTicketMail),
  handle(deleteOldDoorDataJob, deleteOldDoorData),
  handle(findEndingHoldsJob, enqueueHoldWarnings),
  handle(warnHolderJob, sendHoldWarning),
  handle(enqueueOrderMailsJob, enqueueOrderMails),
  handle(sendOrderMailJob, sendOrderMail),
  handle(sendAttendeeTicketJob, sendAttendeeMail),
  handle(sendTransferMailJob, sendTransferMail),
  handle(tellOfEndedTicketJob, sendEndedTicketMail),
  handle(sendNewLinkJob, sendNewLinkMail),
  handle(tellOfExpiredHoldJob, sendExpiredHoldMail),
  handle(tellOfReturnedTicketsJob, sendReturnedMail),
  handle(tellFormerAttendeeJob, sendFormerAttendeeMail),
  handle(removePictureJob, removeUnusedPicture),
  handle(fetchUserPictureJob, fetchUserPicture),
  handle(findUnkeptUserPicturesJob, enqueueUnkeptUserPictures),
  handle(fetchEventPictureJob, fetchEventPicture),
  handle(findUnkeptEventPicturesJob, enqueueUnkeptEventPictures),
  handle(enqueueEventNewsJob, enqueueEventNews),
  handle(tellAttendeeJob, sendEventNews),
  handle(tellOfRemovalJob, sendRemovalMail),
  handle(sendFollowLinkJob, sendFollowLink),
  handle(deleteOldFollowsJob, deleteOldFollows),
  handle(announceEventsJob, announceEvents),
  handle(spreadAnnouncementJob, spreadAnnouncement),
  handle(sendAnnouncementJob, sendAnnouncement),
  handle(sendAutomaticMailsJob, sendAutomaticMails),
  handle(spreadMessageJob, spreadMessage),
  handle(sendMessageMailJob, sendMessageMail),
  handle(giveUpMessageMailsJob, giveUpMessageMails),
  handle(sendTestMessageJob, sendTestMessage),
  handle(processWebhookJob, (deps, { eventId }) => processStoredWebhook(deps, eventId)),
  handle(refundPaymentJob, async (deps, { paymentId }) => void (await refundPayment(deps, paymentId))),
  handle(sendRefundMailJob, sendRefundMail),
  handle(tellTeamOfDisputeJob, sendDisputeMails),
  handle(forgetCustomerJob, (deps, { providerCustomerId }) =>
    deps.payments.forgetCustomer(providerCustomerId),
  ),
  handle(expireIdleHoldsJob, expireIdleHolds),
  handle(expireHoldsJob, expireHolds),
  handle(closeCancelledEventsJob, closeCancelledEvents),
  handle(closeEventJob, closeCancelledEvents),
  handle(reconcileJob, reconcilePayments),
  handle(nameOrdersJob, nameOrdersOf),
  handle(tellOfNewAddressJob, sendNewAddressMail),
  handle(tellOfNewPasswordJob, sendNewPasswordMail),
  handle(sendFarewellJob, sendFarewell),
  handle(deleteOldFarewellsJob, deleteOldFarewells),
  handle(removeExpiredSessionsJob, removeExpiredSessions),
  handle(sendInvitationJob, sendInvitationMail),
  handle(removeOldInvitationsJob, deleteOldInvitations),
  handle(tellOfTwoFactorJob, sendTwoFactorMail),
  handle(forgetSentMailsJob, deleteOldSentMails),
  handle(releaseDueMailsJob, releaseDueMails),
  handle(checkDataJob, checkDataNightly),
];
