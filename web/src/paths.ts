import { type AddressedEvent, writeEventName, writeEventPath } from '@foyer/contract/text/event-address.ts';
import { type AddressedTeam, writeTeamName } from '@foyer/contract/text/team-address.ts';

/**
 * The web addresses of all pages, without queries. A link passes its query separately, so that TypeScript checks
 * the query.
 */
export const paths = {
  home: '/',
  events: '/events',
  /** The events of a month. */
  eventsCalendar: '/events/calendar',
  event: '/events/$id',
  /** The page of a team, for everybody. */
  team: '/teams/$id',
  createEvent: '/events/create',
  editEvent: '/events/edit/$eventId',
  /**
   * A second path of the form that edits an event. The button Edit Event on the event's page leads to this path.
   */
  eventEdit: '/events/$id/edit',
  attendees: '/events/$id/attendees',
  eventOrders: '/events/$id/orders',
  /** The page of one order for the event's team. */
  soldOrder: '/events/$id/orders/$number',
  guestList: '/events/$id/guest-list',
  /** What the team writes to the attendees of its event. */
  eventMessages: '/events/$id/messages',
  eventSales: '/events/$id/sales',
  checkout: '/events/$id/checkout',
  /** The page of one order. Links in mails have the key of the order after a #. */
  order: '/orders/$number',
  /** The page of a ticket that somebody received. The link in the mail has the key of the ticket after a #. */
  heldTicket: '/tickets/$id',
  logIn: '/auth/login',
  signUp: '/auth/signup',
  forgotPassword: '/auth/forgot-password',
  /** The next three pages are opened from mails. The secret of the first two links follows a #. */
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  mailStop: '/mail/stop/$token',
  /** Where the form that follows a team leads, and the link in its mail. */
  follow: '/follow',
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
  /** Any unknown path in the admin area. */
  adminPage: '/admin/$',
  profile: '/profile',
  security: '/profile/security',
  /** The tickets of the signed-in user, each with the picture of its event and a large QR code. */
  tickets: '/profile/tickets',
  /** The page that mails about team invitations link to. */
  invitations: '/invitations',
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
  checkIn: '/tickets/verify/$code',
  /** The check-in page before a code was scanned. */
  door: '/tickets/verify',
  /** The check-in page for volunteers without an account. Their link has a key after a #. */
  volunteerDoor: '/door/$id',
  support: '/support',
  /** Every component in every state, in development only. */
  gallery: '/dev/ui',
} as const;

/** The parameter of a link to an event's page: the number and the readable name of the event. */
export function eventParams(event: AddressedEvent): { id: string } {
  return { id: writeEventName(event) };
}

/** The parameter of a link to a team's page. */
export function teamParams(team: AddressedTeam): { id: string } {
  return { id: writeTeamName(team) };
}

/** The path and query of an event's page, for returning to the event after the login. */
export const eventPath = writeEventPath;

/** The full address of an event, for search engines and shared links. */
export function eventAddress(origin: string, event: AddressedEvent): string {
  return origin + eventPath(event);
}

export function promoCodeAddress(origin: string, event: AddressedEvent, code: string): string {
  const address = eventAddress(origin, event);
  return `${address}${address.includes('?') ? '&' : '?'}code=${code}`;
}

/** Reads the key of a private event from the web address. Anything that cannot be a key counts as none. */
export function readEventKey({ key }: Record<string, unknown>): { key?: string } {
  return { key: typeof key === 'string' && /^[\w-]{22}$/.test(key) ? key : undefined };
}

/** The query in the web address of an event's page and of its checkout. */
export interface WantedSearch {
  key?: string;
  code?: string;
  /** Ticket types and quantities, such as `64x2_65x1`. */
  tickets?: string;
}

/** Invalid values count as missing. */
export function readWanted(search: Record<string, unknown>): WantedSearch {
  const { code, tickets } = search;
  return {
    ...readEventKey(search),
    code: typeof code === 'string' && /^[\w-]{3,40}$/.test(code) ? code : undefined,
    tickets: typeof tickets === 'string' && /^\d+x\d+(_\d+x\d+)*$/.test(tickets) ? tickets : undefined,
  };
}

/** The web address in a ticket's QR code. It leads to the page on which the ticket is checked in. */
export function ticketAddress(origin: string, code: string): string {
  return `${origin}/tickets/verify/${code}`;
}

/** The link that opens the door of an event to volunteers. The part after the # is never sent to a server. */
export function doorAddress(origin: string, eventId: number, key: string): string {
  return `${origin}/door/${eventId}#key=${key}`;
}
