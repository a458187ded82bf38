/** Every address of the web. Queries are given where the link is made, so that they are checked. */
export const paths = {
  home: '/',
  events: '/events',
  event: '/events/$id',
  createEvent: '/events/create',
  editEvent: '/events/edit/$eventId',
  /** A second address of the same form: the event page's Edit Event leads here. */
  eventEdit: '/events/$id/edit',
  attendees: '/events/$id/attendees',
  logIn: '/auth/login',
  signUp: '/auth/signup',
  dashboard: '/dashboard',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/$id',
  adminTeams: '/admin/teams',
  adminTeamMembers: '/admin/teams/$id/members',
  adminEvents: '/admin/events',
  adminSettings: '/admin/settings',
  adminPayments: '/admin/payments',
  adminWebhooks: '/admin/webhooks',
  adminAudit: '/admin/audit',
  /** Everything else below it. */
  adminPage: '/admin/$',
  profile: '/profile',
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
  checkIn: '/tickets/verify/$code',
  /** Before the first code. */
  door: '/tickets/verify',
  support: '/support',
} as const;

/** The full address of an event, for calendars, search engines and shared links. */
export function eventAddress(origin: string, id: number): string {
  return `${origin}/events/${id}`;
}

/** What a ticket's QR code holds: where the door looks it up. */
export function ticketAddress(origin: string, code: string): string {
  return `${origin}/tickets/verify/${code}`;
}
