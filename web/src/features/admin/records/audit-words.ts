import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import type { AuditEntry } from '../admin.records.api.ts';

export const actionNames: Record<AuditEntry['action'], string> = {
  'payment.paid': 'Paid',
  'payment.refund_started': 'Refund started',
  'payment.refunded': 'Refunded',
  'payment.refund_failed': 'Refund failed',
  'payment.partly_refunded': 'Partly refunded',
  'payment.disputed': 'Disputed by the buyer’s bank',
  'payment.dispute_closed': 'Dispute closed',
  'ticket.given': 'Ticket given',
  'ticket.checked_in': 'Checked in',
  'ticket.check_in_undone': 'Check-in undone',
  'ticket.cancelled': 'Ticket cancelled',
  'ticket.refunded': 'Ticket refunded',
  'ticket.deleted': 'Ticket deleted',
  'door_link.created': 'Link for volunteers made',
  'door_link.revoked': 'Link for volunteers revoked',
  'registration.made': 'Registered by another user',
  'order.cancelled': 'Order cancelled',
  'order.claimed': 'Order of a guest claimed',
  'order.link_renewed': 'New link for an order',
  'registration.cancelled': 'Registration cancelled',
  'event.tickets_given': 'Tickets given to guests',
  'event.cancelled': 'Event cancelled',
  'event.capacity_changed': 'Capacity changed',
  'event.on_again': 'Event published again',
  'event.price_changed': 'Price changed',
  'event.refund_days_changed': 'Rule for cancellations changed',
  'event.ticket_type_added': 'Ticket type added',
  'event.ticket_type_changed': 'Ticket type changed',
  'event.ticket_type_removed': 'Ticket type deleted',
  'promo_code.created': 'Promo code created',
  'promo_code.changed': 'Promo code changed',
  'promo_code.ended': 'Promo code ended',
  'promo_code.reopened': 'Promo code opened again',
  'event.moved': 'Handed to another team',
  'event.deleted': 'Event deleted',
  'event.message_sent': 'Message sent to attendees',
  'event.automatic_mail_changed': 'Reminder or thank-you changed',
  'team.changed': 'Team changed',
  'team.deleted': 'Team deleted',
  'team.member_invited': 'Invited to the team',
  'team.invitation_resent': 'Invitation sent again',
  'team.invitation_withdrawn': 'Invitation withdrawn',
  'team.invitation_declined': 'Invitation declined',
  'team.member_added': 'Member added',
  'team.role_changed': 'Role changed',
  'team.member_removed': 'Member removed',
  'user.created': 'User created',
  'user.changed': 'Account changed',
  'user.deleted': 'User deleted',
  'user.promoted': 'Promoted to administrator',
  'user.demoted': 'Removed from administrators',
  'user.two_factor_removed': 'Two-factor authentication switched off',
  'user.recovery_code_used': 'Logged in with a recovery code',
  'user.second_factor_guessed': 'Wrong codes after the right password',
  'user.exported': 'Data about the user downloaded',
};

/** Writes a time with its seconds, such as `7:30:05 PM`. Time zones differ by whole minutes. */
export function formatExactTime(time: string, timeZone: string): string {
  const seconds = String(new Date(time).getUTCSeconds()).padStart(2, '0');
  return formatTime(time, timeZone).replace(' ', `:${seconds} `);
}

/** Names such as `from_days`, `name_to` and `price_from_pence`. */
const oneSide = /(^|_)(from|to)(?=_|$)/;

const isSide = (name: string) => oneSide.test(name);
const nameChanged = (side: string) => side.replace(oneSide, '').replace(/^_/, '');
const nameInWords = (name: string) => name.replace(/(^|_)pence$/, '').replaceAll('_', ' ');

/** Limits that are switched off when they are null. The capacity of an event has no name. */
const limits = new Set(['', 'quantity', 'max_per_buyer']);

/**
 * Writes the details of an entry, such as `amount £12.50, reason requested`, and both sides of a change together, such as
 * `name from General admission to Adult`.
 */
export function describeDetails(details: AuditEntry['details'], timeZone: string): string {
  const changed = new Set(Object.keys(details).filter(isSide).map(nameChanged));
  const write = (name: string) => describeValue(name, details[name] ?? null, timeZone);
  const parts = Object.keys(details).filter((name) => !isSide(name) && !changed.has(name));
  return [
    ...parts.filter((name) => write(name) !== '').map((name) => `${nameInWords(name)} ${write(name)}`),
    ...[...changed].map((name) => {
      const sides = Object.keys(details).filter((side) => isSide(side) && nameChanged(side) === name);
      const from = sides.find((side) => side.match(oneSide)?.[2] === 'from');
      const to = sides.find((side) => side !== from);
      const nothing = limits.has(name) ? 'no limit' : 'none';
      return [nameInWords(name), from && `from ${write(from) || nothing}`, to && `to ${write(to) || nothing}`]
        .filter(Boolean)
        .join(' ');
    }),
  ].join(', ');
}

function describeValue(name: string, value: AuditEntry['details'][string], timeZone: string): string {
  if (value === null) return '';
  if (name.endsWith('_pence') && typeof value === 'number') return formatMoney(value / 100);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (isTime(text)) return `${formatDate(text, timeZone)}, ${formatTime(text, timeZone)}`;
  return name === 'note' && text !== '' ? `“${text}”` : text.replaceAll('_', ' ');
}

/** People may have typed a text that only looks like a time, so a date that does not exist is a text too. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
