import { paths } from '../../web/src/paths.ts';
import type { Sample } from './sample-event.ts';

type Reader = 'visitor' | 'attendee' | 'organiser' | 'administrator';

/**
 * The web address of a page, or the address and a text that shows that the page has loaded. Words such as `$event` stand
 * for parts of the sample event.
 */
type Visit = string | readonly [address: string, text: string];

/** Every page of the app, and who looks at it. A new page must be added here, or the types do not fit. */
const pages: Record<keyof typeof paths, Partial<Record<Reader, readonly Visit[]>>> = {
  home: { visitor: ['/'] },
  events: { visitor: ['/events', '/events?category=Music&page=1'] },
  eventsCalendar: { visitor: ['/events/calendar', '/events/calendar?month=2031-05&category=Music'] },
  event: {
    visitor: [['/events/$series', 'More dates'], '/events/999999'],
    organiser: [['/events/$event', 'Edit Event']],
  },
  team: { visitor: [['/teams/1', 'Hear of new events by email'], '/teams/999999'] },
  createEvent: { organiser: ['/events/create'] },
  editEvent: { organiser: [['/events/edit/$series', 'This and later ones']] },
  eventEdit: { organiser: [['/events/$event/edit', 'Update Event']] },
  attendees: { organiser: [['/events/$event/attendees', 'Search attendees']] },
  eventOrders: { organiser: [['/events/$event/orders', '$order']] },
  soldOrder: { organiser: [['/events/$event/orders/$order', 'Nell Marsh']] },
  guestList: { organiser: ['/events/$event/guest-list'] },
  eventMessages: { organiser: [['/events/$event/messages', 'Bring a coat']] },
  eventSales: { organiser: [['/events/$event/sales', 'Promo codes']] },
  checkout: {
    visitor: [['/events/$event/checkout?tickets=$typex2', 'Your details'], '/events/999999/checkout'],
  },
  order: { visitor: ['/orders/7QK2M9XWTA'], attendee: [['/orders/$order', 'Nell Marsh']] },
  heldTicket: { visitor: ['/tickets/640'] },
  logIn: { visitor: ['/auth/login'] },
  signUp: { visitor: ['/auth/signup'] },
  forgotPassword: { visitor: ['/auth/forgot-password'] },
  resetPassword: { visitor: ['/reset-password', '/reset-password#a'] },
  verifyEmail: { visitor: ['/verify-email#a'] },
  mailStop: { visitor: ['/mail/stop/a'] },
  follow: { visitor: ['/follow', '/follow?outcome=sent', ['/follow#a', 'This link does not work']] },
  dashboard: {
    organiser: [
      '/dashboard',
      '/dashboard?section=draft-events',
      '/dashboard?section=team-members',
      '/dashboard?section=money',
    ],
  },
  admin: { administrator: ['/admin'] },
  adminUsers: { administrator: ['/admin/users', '/admin/users?q=nobody&sort_by=email&order=desc'] },
  adminUser: { administrator: ['/admin/users/2'] },
  adminTeams: { administrator: ['/admin/teams'] },
  adminTeamMembers: { administrator: ['/admin/teams/1/members'] },
  adminEvents: { administrator: ['/admin/events'] },
  adminSettings: { administrator: ['/admin/settings'] },
  adminPayments: { administrator: ['/admin/payments'] },
  adminWebhooks: { administrator: ['/admin/webhooks'] },
  adminAudit: { administrator: ['/admin/audit'] },
  adminPage: { administrator: ['/admin/nowhere'] },
  profile: { attendee: ['/profile'], organiser: ['/profile'] },
  security: { attendee: ['/profile/security'] },
  tickets: { attendee: [['/profile/tickets', 'Nell Marsh']], organiser: ['/profile/tickets'] },
  invitations: { visitor: ['/invitations'], attendee: ['/invitations'] },
  paymentSuccess: { attendee: ['/payment/success?session_id=cs_test_nobody'] },
  paymentCancel: { visitor: ['/payment/cancel'] },
  checkIn: {
    visitor: ['/tickets/verify/$code'],
    attendee: [['/tickets/verify/$code', 'Show this at the door']],
    organiser: [
      ['/tickets/verify/$code', 'Check in both tickets'],
      '/tickets/verify/AAAAAAAAAAAAAAAAAAAAAAAA',
    ],
  },
  door: { organiser: [['/tickets/verify?event=$event', 'Start Camera'], '/tickets/verify'] },
  volunteerDoor: { visitor: ['/door/1', ['/door/$event#key=$key', 'Start Camera']] },
  support: { visitor: ['/support'] },
  gallery: { visitor: ['/dev/ui'] },
};

interface Stop {
  address: string;
  /** A text of the loaded page. */
  text: string | undefined;
  /** The path that the browser ends at. It differs when the page sends the reader away. */
  path: RegExp;
}

/** Lists the pages that one kind of reader looks at. */
export function listVisits(reader: Reader, sample: Sample): Stop[] {
  const fill = (text: string) =>
    text.replaceAll(/\$([a-z]+?)(?=x\d|\W|$)/g, (_, name: keyof Sample) => sample[name]);
  return Object.entries(pages).flatMap(([name, readers]) =>
    (readers[reader] ?? []).map((visit) => {
      const [address, text] = typeof visit === 'string' ? [visit] : visit;
      const path = findPattern(paths[name as keyof typeof paths]);
      return { address: fill(address), text: text && fill(text), path };
    }),
  );
}

/** Turns `/events/$id/edit` into a pattern. A path may have a slash at its end. */
function findPattern(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : part));
  return new RegExp(`^${parts.join('/')}/?$`);
}
