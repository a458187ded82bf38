import * as auth from './auth.ts';
import * as events from './events.ts';
import * as payments from './payments.ts';
import * as registrations from './registrations.ts';
import * as teams from './teams.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';

/** Every call of the API, keyed by method and path. */
export const endpoints = {
  'POST /auth/register': auth.registerUser,
  'POST /auth/login': auth.logIn,
  'POST /auth/refresh-token': auth.refreshSession,
  'POST /auth/logout': auth.logOut,

  'GET /users/:id': users.getUser,
  'PATCH /users/:id': users.updateUser,
  'GET /users/:id/is-site-admin': users.getIsSiteAdmin,
  'GET /users/:id/registrations': registrations.listUserRegistrations,

  'GET /events': events.listEvents,
  'GET /events/upcoming': events.listUpcomingEvents,
  'GET /events/past': events.listPastEvents,
  'GET /events/draft': events.listDrafts,
  'GET /events/categories': events.listCategories,
  'GET /events/team/:teamId': events.listTeamEvents,
  'GET /events/team/:teamId/draft': events.listTeamDrafts,
  'GET /events/:id': events.getEvent,
  'GET /events/:id/draft': events.getDraft,
  'GET /events/:id/availability': events.getAvailability,
  'GET /events/:id/registrations': registrations.listEventRegistrations,
  'POST /events': events.createEvent,
  'PATCH /events/:id': events.updateEvent,
  'DELETE /events/:id': events.deleteEvent,
  'POST /events/:id/register': registrations.registerForEvent,
  'PATCH /events/registrations/:id/cancel': registrations.cancelRegistration,

  'GET /teams/:id/members': teams.listTeamMembers,

  'GET /tickets/:id': tickets.getTicket,
  'GET /tickets/user/:userId': tickets.listUserTickets,
  'GET /tickets/user/:userId/event/:eventId': tickets.listUserEventTickets,
  'GET /tickets/verify/:code': tickets.verifyTicket,
  'POST /tickets/use/:codeOrId': tickets.useTicket,

  'POST /stripe/create-checkout-session': payments.createCheckoutSession,
  'GET /stripe/checkout-sessions/:sessionId': payments.getCheckoutSession,
  'GET /stripe/payment-status/:sessionId': payments.getPaymentStatus,
  'POST /stripe/sync-payment/:sessionId': payments.syncPayment,
  'POST /stripe/webhook': payments.receiveWebhook,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
