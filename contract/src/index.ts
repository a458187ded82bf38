import * as accountLinks from './account-links.ts';
import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as auth from './auth.ts';
import * as eventCalendar from './event-calendar.ts';
import * as eventChanges from './event-changes.ts';
import * as events from './events.ts';
import * as mailStops from './mail-stops.ts';
import * as invitations from './invitations.ts';
import * as payments from './payments.ts';
import * as promoCodes from './sales/promo-codes.ts';
import * as registrations from './registrations.ts';
import * as teams from './teams.ts';
import * as orderPayments from './sales/order-payments.ts';
import * as afterSale from './sales/after-sale.ts';
import * as orderCancellation from './sales/order-cancellation.ts';
import * as orders from './sales/orders.ts';
import * as desk from './sales/desk.ts';
import * as door from './sales/door.ts';
import * as messages from './sales/messages.ts';
import * as guestList from './sales/guest-list.ts';
import * as orderLists from './sales/order-lists.ts';
import * as orderRefunds from './sales/order-refunds.ts';
import * as heldTickets from './sales/held-tickets.ts';
import * as teamMoney from './sales/team-money.ts';
import * as ticketTypes from './sales/ticket-types.ts';
import * as tickets from './tickets.ts';
import * as twoFactor from './two-factor.ts';
import * as users from './users.ts';

export const endpoints = {
  'POST /auth/register': auth.registerUser,
  'POST /auth/login': auth.logIn,
  'POST /auth/refresh-token': auth.refreshSession,
  'POST /auth/logout': auth.logOut,
  'GET /auth/sessions': auth.listSessions,
  'DELETE /auth/sessions': auth.endOtherSessions,
  'DELETE /auth/sessions/:sessionId': auth.endOneSession,
  'POST /auth/confirm-password': auth.confirmPassword,
  'POST /auth/verify-email': accountLinks.verifyEmail,
  'POST /auth/verify-email/resend': accountLinks.resendVerification,
  'POST /auth/forgot-password': accountLinks.forgotPassword,
  'POST /auth/reset-password': accountLinks.resetPassword,

  'POST /mail-stops/find': mailStops.findMailStops,
  'POST /mail-stops': mailStops.changeMailStop,
  'POST /teams/:id/follow': mailStops.followTeam,
  'POST /follows/find': mailStops.findFollow,
  'POST /follows/confirm': mailStops.confirmFollow,
  'GET /follows': mailStops.listFollows,
  'POST /follows': mailStops.followAsUser,
  'DELETE /follows/:teamId': mailStops.stopFollowing,

  'GET /auth/two-factor': twoFactor.getTwoFactor,
  'POST /auth/two-factor/set-up': twoFactor.setUpTwoFactor,
  'POST /auth/two-factor/confirm': twoFactor.confirmTwoFactor,
  'POST /auth/two-factor/switch-off': twoFactor.switchOffTwoFactor,
  'POST /auth/two-factor/recovery-codes': twoFactor.replaceRecoveryCodes,
  'POST /auth/two-factor/log-in': twoFactor.logInWithCode,

  'GET /users': users.listUsers,
  'POST /users': users.createUser,
  'GET /users/username/:username': users.getUserByUsername,
  'GET /users/email/:email': users.getUserByEmail,
  'GET /users/:id': users.getUser,
  'PATCH /users/:id': users.updateUser,
  'DELETE /users/:id': users.deleteUser,
  'DELETE /users/:id/two-factor': twoFactor.removeTwoFactor,
  'GET /users/:id/is-site-admin': users.getIsSiteAdmin,
  'GET /users/:id/registrations': registrations.listUserRegistrations,
  'GET /users/:id/orders': orderLists.listUserOrders,
  'POST /users/:id/orders/claim': orderLists.claimOrders,
  'GET /users/:id/mails': users.listUserMails,
  'GET /users/:id/export': accounts.exportUser,
  'GET /users/:id/deletion': accounts.previewDeletion,

  'PATCH /admin/users/:id': admin.setSiteAdmin,
  'GET /admin/dashboard': admin.getDashboard,
  'GET /admin/events': admin.listAdminEvents,
  'GET /admin/system': admin.getSystem,
  'GET /admin/audit': admin.listAudit,
  'GET /admin/webhooks': admin.listWebhooks,
  'POST /admin/webhooks/:webhookId/retry': admin.retryWebhook,
  'GET /admin/money': teamMoney.getSiteMoney,
  'GET /admin/payments': admin.listAllPayments,
  'POST /admin/payments/:id/reconcile': admin.reconcilePayment,

  'GET /events': events.listEvents,
  'GET /events/upcoming': events.listUpcomingEvents,
  'GET /events/past': events.listPastEvents,
  'GET /events/draft': events.listDrafts,
  'GET /events/categories': events.listCategories,
  'GET /events/categories/:name': events.getCategory,
  'GET /events/team/:teamId': events.listTeamEvents,
  'GET /events/team/:teamId/draft': events.listTeamDrafts,
  'GET /events/:id': events.getEvent,
  'GET /events/:id/draft': events.getDraft,
  'GET /events/:id/availability': events.getAvailability,
  'GET /events/:id/calendar': eventCalendar.getEventCalendar,
  'GET /events/:id/registrations': registrations.listEventRegistrations,
  'POST /events': eventChanges.createEvent,
  'PATCH /events/:id': eventChanges.updateEvent,
  'DELETE /events/:id': eventChanges.deleteEvent,
  'POST /events/:id/repeats': eventChanges.repeatEvent,
  'POST /events/:id/private-key': eventChanges.renewPrivateKey,
  'GET /events/:id/ticket-types': ticketTypes.listTicketTypes,
  'POST /events/:id/ticket-types': ticketTypes.createTicketType,
  'PATCH /events/:id/ticket-types/:typeId': ticketTypes.updateTicketType,
  'DELETE /events/:id/ticket-types/:typeId': ticketTypes.deleteTicketType,
  'GET /events/:id/promo-codes': promoCodes.listPromoCodes,
  'POST /events/:id/promo-codes': promoCodes.createPromoCode,
  'PATCH /events/:id/promo-codes/:codeId': promoCodes.updatePromoCode,
  'GET /events/:id/figures': desk.getEventFigures,
  'GET /events/:id/orders': orderLists.listEventOrders,
  'GET /events/:id/orders.csv': orderLists.exportEventOrders,
  'POST /events/:id/complimentary-tickets': guestList.createComplimentaryTickets,
  'GET /events/:id/message-audiences': messages.countAudiences,
  'GET /events/:id/messages': messages.listMessages,
  'POST /events/:id/messages': messages.sendMessage,
  'POST /events/:id/messages/preview': messages.previewMessage,
  'POST /events/:id/messages/test': messages.testMessage,
  'GET /events/:id/automatic-mails': messages.listAutomaticMails,
  'PATCH /events/:id/automatic-mails': messages.changeAutomaticMail,
  'POST /events/:id/register': registrations.registerForEvent,
  'PATCH /events/registrations/:id/cancel': registrations.cancelRegistration,

  'POST /orders': orders.createOrder,
  'GET /orders/:number': orders.getOrder,
  'GET /orders/:number/state': afterSale.getOrderState,
  'PATCH /orders/:number': afterSale.updateOrder,
  'POST /orders/:number/cancel': orderCancellation.cancelOrder,
  'POST /orders/:number/refunds': orderRefunds.createRefund,
  'POST /orders/:number/checkout': orderPayments.checkoutOrder,
  'POST /orders/:number/more-time': orderPayments.takeMoreTime,
  'POST /orders/:number/settle': orderPayments.settleOrder,
  'POST /orders/:number/resend': afterSale.resendOrder,
  'POST /tickets/:id/transfer': afterSale.transferTicket,
  'GET /tickets/:id/held': heldTickets.getHeldTicket,
  'GET /tickets/:id/held.pdf': heldTickets.printHeldTicket,
  'GET /orders/:number/receipt.pdf': afterSale.getReceipt,
  'GET /orders/:number/tickets/:id/pdf': afterSale.printOrderedTicket,
  'POST /orders/:number/new-link': afterSale.renewOrderLink,

  'GET /teams': teams.listTeams,
  'POST /teams': teams.createTeam,
  'GET /teams/name/:name': teams.getTeamByName,
  'GET /teams/members': teams.listAllTeamMembers,
  'POST /teams/members': invitations.addTeamMember,
  'GET /teams/members/:id': teams.getTeamMember,
  'GET /teams/members/user/:userId': teams.getTeamMemberByUser,
  'GET /teams/members/:userId/role': teams.getTeamMemberRole,
  'GET /teams/invitations': invitations.listMyInvitations,
  'POST /teams/invitations/:id/accept': invitations.acceptInvitation,
  'POST /teams/invitations/:id/decline': invitations.declineInvitation,
  'POST /teams/invitations/:id/resend': invitations.resendInvitation,
  'DELETE /teams/invitations/:id': invitations.withdrawInvitation,
  'GET /teams/:id': teams.getTeam,
  'PATCH /teams/:id': teams.updateTeam,
  'DELETE /teams/:id': teams.deleteTeam,
  'GET /teams/:id/members': teams.listTeamMembers,
  'GET /teams/:id/invitations': invitations.listTeamInvitations,
  'GET /teams/:id/desk': desk.getDesk,
  'GET /teams/:id/money': teamMoney.getTeamMoney,
  'GET /teams/:id/money.csv': teamMoney.exportTeamMoney,
  'PATCH /teams/:id/members/:memberId': teams.updateTeamMember,
  'DELETE /teams/:id/members/:memberId': teams.removeTeamMember,

  'GET /tickets': tickets.listTickets,
  'POST /tickets': tickets.createTicket,
  'GET /tickets/:id': tickets.getTicket,
  'PATCH /tickets/:id': tickets.updateTicket,
  'DELETE /tickets/:id': tickets.deleteTicket,
  'GET /tickets/:id/pdf': tickets.printTicket,
  'GET /tickets/event/:eventId': tickets.listEventTickets,
  'GET /tickets/user/:userId': tickets.listUserTickets,
  'GET /tickets/user/:userId/event/:eventId': tickets.listUserEventTickets,
  'GET /tickets/verify/:code': tickets.verifyTicket,
  'POST /tickets/use/:codeOrId': tickets.useTicket,
  'POST /tickets/use/:codeOrId/order': tickets.useOrder,
  'GET /events/:id/door-links': door.listDoorLinks,
  'POST /events/:id/door-links': door.createDoorLink,
  'DELETE /events/:id/door-links/:linkId': door.revokeDoorLink,
  'GET /events/:id/door': door.getDoor,
  'GET /events/:id/door/guests': door.listDoorGuests,
  'POST /events/:id/door/scans': door.recordDoorScans,
  'POST /events/:id/door/undo': door.undoDoorScan,

  'POST /stripe/create-checkout-session': payments.createCheckoutSession,
  'POST /stripe/create-payment-intent': payments.createPaymentIntent,
  'GET /stripe/checkout-sessions/:sessionId': payments.getCheckoutSession,
  'GET /stripe/payment-status/:sessionId': payments.getPaymentStatus,
  'POST /stripe/sync-payment/:sessionId': payments.syncPayment,
  'GET /stripe/payment-methods/:userId': payments.listPaymentMethods,
  'GET /stripe/payments/:userId': payments.listPayments,
  'POST /stripe/refund/:ticketId': payments.refundTicket,
  'POST /stripe/webhook': payments.receiveWebhook,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
