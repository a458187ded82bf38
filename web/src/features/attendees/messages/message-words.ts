import { formatCount } from '../../../format/counts.ts';
import type { Audiences } from '../../events/events.audiences.api.ts';
import { isUnderWay, type SentMessage } from './attendees.messages.api.ts';

export type Audience = Exclude<SentMessage['audience'], 'came'>;

export interface Choice {
  audience: Audience;
  /** The id of the chosen ticket type, as text. */
  ticket_type_id: string;
}

export interface Recipients {
  recipients: number;
  /** How many of them have not verified their address. */
  unverified: number;
}

/** Counts the recipients of a choice. */
export function countChosen(audiences: Audiences, { audience, ticket_type_id: id }: Choice): Recipients {
  if (audience !== 'type') {
    return { recipients: audiences[audience], unverified: audiences.unverified[audience] };
  }
  const type = audiences.ticket_types.find((one) => String(one.id) === id);
  return { recipients: type?.recipients ?? 0, unverified: type?.unverified ?? 0 };
}

/** Says who gets a message later than the others. Null if everybody gets it at once. */
export function describeLater({ recipients, unverified }: Recipients): string | null {
  if (unverified === 0) return null;
  if (recipients === 1) return 'This person gets it only after verifying their email address.';
  if (unverified === recipients) return 'They get it only after verifying their email addresses.';
  return unverified === 1
    ? 'One of them gets it only after verifying their email address.'
    : `${unverified} of them get it only after verifying their email addresses.`;
}

/** Says who sent a message. Null if the account was deleted. */
export function describeSender({
  kind,
  sender_name,
}: Pick<SentMessage, 'kind' | 'sender_name'>): string | null {
  if (kind === 'reminder') return 'Reminder';
  return kind === 'thanks' ? 'Thank-you' : sender_name;
}

/** Says to whom a message went, such as `Everybody with a ticket`. */
export function describeAudience({
  audience,
  ticket_type: type,
}: Pick<SentMessage, 'audience' | 'ticket_type'>): string {
  if (audience === 'all') return 'Everybody with a ticket';
  if (audience === 'came') return 'Everybody who was checked in';
  if (audience === 'not_in') return 'Those who were not in yet';
  return type === null ? 'One ticket type' : `Tickets of the type ${type}`;
}

/** Says how far the mails of a message are, such as `117 of 120 sent`. */
export function describeDelivery(message: SentMessage): string {
  const { recipients, sent, not_sent: missing, waiting } = message;
  if (isUnderWay(message)) return `${sent} of ${formatCount(recipients, 'email')} sent`;
  const all = `Sent to ${formatCount(sent, 'recipient')}`;
  return [all, missing > 0 && `${missing} not sent`, waiting > 0 && describeWaiting(waiting)]
    .filter((part) => part !== false)
    .join(', ');
}

function describeWaiting(waiting: number): string {
  const emails = formatCount(waiting, 'email waits', 'emails wait');
  return `${emails} because an address is not verified or has reached its email limit`;
}
