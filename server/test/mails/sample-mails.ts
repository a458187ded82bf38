import { renderFarewellMail } from '../../src/features/accounts/accounts.emails.ts';
import { renderResetMail } from '../../src/features/auth/passwords/reset.emails.ts';
import { renderTwoFactorMail } from '../../src/features/auth/two-factor/two-factor.emails.ts';
import { renderNewsMail, type News } from '../../src/features/events/mails/events.emails.ts';
import { renderMessageMail, type MessageMail } from '../../src/features/messages/messages.emails.ts';
import { renderAnnouncementMail, renderFollowLinkMail } from '../../src/features/follows/follows.emails.ts';
import { renderCancelledMail } from '../../src/features/orders/mails/cancelled.emails.ts';
import { renderNewLinkMail } from '../../src/features/orders/mails/links.emails.ts';
import { renderExpiredHoldMail, renderHoldMail } from '../../src/features/orders/mails/orders.emails.ts';
import {
  renderFormerAttendeeMail,
  renderReturnedMail,
} from '../../src/features/orders/mails/returned.emails.ts';
import {
  renderAttendeeMail,
  renderOrderMail,
  renderTransferMail,
} from '../../src/features/orders/mails/tickets.emails.ts';
import { renderDisputeMail, renderRefundMail } from '../../src/features/payments/mails/payments.emails.ts';
import { renderInvitationMail } from '../../src/features/teams/invitations/invitations.emails.ts';
import { renderCancelledTicketMail, renderTicketMail } from '../../src/features/tickets/tickets.emails.ts';
import { renderVerificationMail } from '../../src/features/users/addresses/verification.emails.ts';
import { renderNewAddressMail, renderNewPasswordMail } from '../../src/features/users/users.emails.ts';
import type { Site } from '../../src/mail/compose.ts';
import type { Message } from '../../src/mail/mail.ts';

export interface SampleMail {
  /** The function that writes the mail, without `render` and `Mail`, and what the mail is about. */
  name: string;
  write: (site: Site) => Message | Promise<Message>;
}

const day = 24 * 3_600_000;
const start_time = new Date('2026-12-05T19:30:00Z');
const end_time = new Date('2026-12-05T22:00:00Z');
const at = new Date('2026-11-23T14:05:00Z');
const email = 'mara.ellis@example.org';

const event = {
  event_id: 7,
  event_title: 'Silent Film with Live Piano: The General',
  event_key: null,
  event_status: 'published',
  event_picture: null,
  start_time,
  end_time,
  doors_minutes: 30,
  location: 'The Maltings, Brewery Lane, Halden',
  calendar_sequence: 2,
  team_id: 3,
  team_name: 'The Maltings Arts Collective',
  team_contact_email: 'box-office@maltings.example.org',
} as const;

const order = {
  ...event,
  id: 12,
  number: 'F7K2-9QXM',
  key_salt: '',
  user_id: 5 as number | null,
  email_verified_at: at,
  buyer_name: 'Mara Ellis',
  channel: 'web' as const,
  made_by: null,
  total_pence: 3400,
  discount_pence: 200,
  email,
  key: null,
};

const ticket = {
  id: 31,
  type_name: 'Balcony',
  attendee_name: 'Mara Ellis' as string | null,
  price_pence: 1800,
  ticket_code: 'HQmZ4fQ8bYd2hVZq5mWcTnKx',
  short_code: 'RN4J9HVAE4',
  payment_id: 4,
};

const sentTicket = {
  ...order,
  ...ticket,
  id: order.id,
  ticket_id: ticket.id,
  attendee_email: 'jo.quill@example.org',
  attendee_name: 'Jo Quill',
  transferred_at: null as Date | null,
  holder_salt: null,
  attendee_id: null,
  attendee_account_email: null,
  is_refunded: true,
};

const hold = { ...order, is_single: false, ticket_count: 2, hold_expires_at: at };

const singleTicket = {
  ...event,
  id: ticket.id,
  user_id: 5,
  email_verified_at: at,
  username: 'mara',
  name: 'Mara Ellis',
  email,
  registration_id: order.id,
  ticket_code: ticket.ticket_code,
  short_code: ticket.short_code,
  paid: false,
  status: 'valid' as const,
  issued_at: at,
  used_at: null,
  price_pence: 0,
  event_price_pence: 0,
  disputed_at: null,
  refund_pending: false,
  made_by: null,
  order_number: order.number,
  is_single: true,
  type_name: 'General admission',
  attendee_name: null,
  typed_email: null,
};

const news: News = {
  ...event,
  reader: 'account',
  user_id: 5,
  email,
  name: 'Mara Ellis',
  giver: null,
  made_by: null,
  changed_by: 8,
  money: { paidPence: 3400, refundedPence: 0, isDisputed: false },
  ticket_price_pence: null,
  ticket_count: 2,
  link: null,
  told_start_time: new Date(start_time.getTime() - day),
  told_end_time: new Date(end_time.getTime() - day),
  told_location: 'The Corn Exchange, Market Square, Halden',
};

const message: MessageMail = {
  ...event,
  reader: 'account',
  email,
  giver: null,
  isUnasked: false,
  subject: 'Doors open half an hour later',
  text: 'The piano is stuck in **snow**.\n\n## What changes\n\n- Doors open at 8 PM\n- See [the way in](https://example.org/way)',
  replyTo: { name: 'Mei Tanaka', address: 'mei@example.org' },
  link: { label: 'View the event', href: 'https://example.org/events/7' },
};

const refund = {
  user_id: 5,
  email,
  buyer_name: 'Mara Ellis',
  event_title: event.event_title,
  ticket_count: 2,
  amount_pence: 3400,
  paid_pence: 3400,
  reason: 'requested' as const,
  ends_tickets: true,
  has_other_tickets: false,
  order_number: order.number,
  orderKey: null,
};

const dispute = {
  ...event,
  email,
  name: 'Mei Tanaka',
  amount_pence: 3400,
  payment_intent_id: 'pi_3PqX0nLkdIwHu7ix28a3tqPa',
  buyer_name: 'Jo Quill',
};

const invitation = {
  id: 2,
  team_id: 3,
  team_name: event.team_name,
  role: 'event_manager' as const,
  invited_by: 8,
  expires_at: new Date(at.getTime() + 14 * day),
  inviter_name: 'mei.tanaka',
  typed_email: email,
  user_id: null,
  username: null,
  email,
};

const follower = { email, team_id: 3, team_name: event.team_name };

const account = { username: 'mara', email, byAdministrator: false, at };
const returned = {
  by: 'buyer',
  isPaid: false,
  count: 2,
  types: [{ type_name: 'Balcony', count: 2 }],
} as const;

/**
 * Lists a mail of every kind that Foyer sends, with invented people.
 * @param pictured an event whose stored picture the mails show
 */
export function listSampleMails(pictured: { event_id: number; event_picture: string }): SampleMail[] {
  const shown = pictured;
  const announced = { ...event, ...shown };
  const unpictured = { event_title: 'Life Drawing by Candlelight', event_picture: null };
  const guest = { ...order, user_id: null, key: 'a-key', total_pence: 0, discount_pence: 0 };
  const accountSite = (site: Site) => ({ ...site, supportContact: 'help@example.org' });
  return [
    {
      name: 'order',
      write: (site) =>
        renderOrderMail(
          { ...order, ...shown },
          [ticket, { ...ticket, id: 32, attendee_name: 'Jo Quill' }],
          site,
        ),
    },
    { name: 'order-guest', write: (site) => renderOrderMail(guest, [{ ...ticket, price_pence: 0 }], site) },
    {
      name: 'order-guest-list',
      write: (site) => renderOrderMail({ ...guest, channel: 'complimentary' }, [ticket], site),
    },
    {
      name: 'attendee',
      write: (site) => renderAttendeeMail({ ...sentTicket, ...shown, ticketKey: null }, site),
    },
    {
      name: 'attendee-gift',
      write: (site) => renderAttendeeMail({ ...sentTicket, transferred_at: at, ticketKey: 'a-key' }, site),
    },
    { name: 'transfer', write: (site) => renderTransferMail({ ...sentTicket, ...shown }, site) },
    { name: 'ticket', write: (site) => renderTicketMail({ ...singleTicket, ...shown }, site) },
    {
      name: 'cancelled-ticket',
      write: (site) => renderCancelledTicketMail(singleTicket, { byHolder: true }, site),
    },
    { name: 'hold', write: (site) => renderHoldMail({ ...hold, ...shown }, null, site) },
    { name: 'expired-hold', write: (site) => renderExpiredHoldMail({ ...hold, ...shown }, site) },
    { name: 'returned', write: (site) => renderReturnedMail(order, returned, site) },
    { name: 'former-attendee', write: (site) => renderFormerAttendeeMail(sentTicket, returned, site) },
    { name: 'cancelled', write: (site) => renderCancelledMail({ ...sentTicket, holderLink: null }, site) },
    { name: 'new-link', write: (site) => renderNewLinkMail({ ...order, key: 'a-key', user_id: null }, site) },
    { name: 'news-changed', write: (site) => renderNewsMail('changed', { ...news, ...shown }, site) },
    { name: 'news-cancelled', write: (site) => renderNewsMail('cancelled', news, site) },
    { name: 'news-on-again', write: (site) => renderNewsMail('on_again', { ...news, ...shown }, site) },
    { name: 'message', write: (site) => renderMessageMail({ ...message, ...shown }, site) },
    {
      name: 'message-unasked',
      write: (site) =>
        renderMessageMail({ ...message, reader: 'guest_list', isUnasked: true, replyTo: null }, site),
    },
    { name: 'refund', write: (site) => renderRefundMail(refund, site) },
    {
      name: 'refund-of-buyer',
      write: (site) => renderRefundMail({ ...refund, amount_pence: 1700, reason: 'buyer_cancelled' }, site),
    },
    { name: 'dispute', write: (site) => renderDisputeMail(dispute, site) },
    { name: 'invitation', write: (site) => renderInvitationMail(invitation, site) },
    {
      name: 'verification',
      write: (site) => renderVerificationMail({ username: 'mara', email }, { token: 'a-token', site }),
    },
    {
      name: 'reset',
      write: (site) =>
        renderResetMail({ username: 'mara', email, email_verified: true }, { token: 'a-token', site }),
    },
    { name: 'new-address', write: (site) => renderNewAddressMail(account, accountSite(site)) },
    {
      name: 'new-password',
      write: (site) => renderNewPasswordMail({ ...account, byAdministrator: true }, accountSite(site)),
    },
    {
      name: 'two-factor',
      write: (site) =>
        renderTwoFactorMail(
          { username: 'mara', email, change: 'recovery_code_used', at, codesLeft: 2 },
          accountSite(site),
        ),
    },
    {
      name: 'follow-link',
      write: (site) => renderFollowLinkMail(follower, { token: 'a-token', site }),
    },
    {
      name: 'announcement',
      write: (site) => renderAnnouncementMail(follower, [announced], site),
    },
    {
      name: 'announcement-of-several',
      write: (site) =>
        renderAnnouncementMail(follower, [announced, { ...announced, ...unpictured }, announced], site),
    },
    { name: 'farewell', write: (site) => renderFarewellMail({ username: 'mara', email }, site) },
  ];
}
