import type { MessageAudience } from '@foyer/contract/sales/messages.ts';
import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import type { EventStatus } from '../../db/tables.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { AudienceCounts } from './messages.recipients.queries.ts';

const dayMs = 24 * 3600 * 1000;

/** Attendees can be written to for this many days after the end of the event. */
const daysAfterEnd = 30;

/** A team counts as new for this many days. */
const newTeamDays = 7;

interface WrittenEvent {
  status: EventStatus;
  end_time: Date;
}

/** Throws unless the attendees of the event may get a message now. */
export function assertMayWrite(event: WrittenEvent, now: Date): void {
  if (event.status === 'draft') {
    throw new ApiError('event_not_published', {
      msg: 'A draft has no attendees. Publish the event first, then you can write to its attendees.',
    });
  }
  if (isTooLate(event, now)) throw new ApiError('too_late_to_write');
}

export function isTooLate({ end_time }: Pick<WrittenEvent, 'end_time'>, now: Date): boolean {
  return end_time < findTooLate(now);
}

/** Returns the time before which an event must have ended so that it is too late to write to its attendees. */
export function findTooLate(now: Date): Date {
  return new Date(now.getTime() - daysAfterEnd * dayMs);
}

/** Returns the time before which a message was sent if all its jobs have ended: each of two is retried for a day. */
export function findGivenUp(now: Date): Date {
  return new Date(now.getTime() - 3 * dayMs);
}

export function isNewTeam(createdAt: Date, now: Date): boolean {
  return now.getTime() < createdAt.getTime() + newTeamDays * dayMs;
}

interface Addressed {
  audience: MessageAudience;
  ticket_type_id?: number;
}

/** Returns how many recipients the message has. Throws if it has none. */
export function countRecipients(
  counts: AudienceCounts,
  { audience, ticket_type_id: typeId }: Addressed,
): number {
  if (audience !== 'type') {
    if (typeId !== undefined) throw fieldError('ticket_type_id', 'Only for messages to one ticket type');
    return assertSomebody(counts[audience]);
  }
  if (typeId === undefined) throw fieldError('ticket_type_id', 'Choose a ticket type');
  const type = counts.ticket_types.find(({ id }) => id === typeId);
  if (!type) throw new ApiError('ticket_type_not_found');
  return assertSomebody(type.recipients);
}

function assertSomebody(recipients: number): number {
  if (recipients === 0) throw new ApiError('nobody_to_write_to');
  return recipients;
}

/** Writes the addresses of links behind their words, as text. */
export function unwrapLinks(text: string): string {
  return text.replace(/\[([^[\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)/gi, '$1 ($2)');
}

/** Writes the text of a message without marks, for mail programs that show no HTML. */
export function writePlainText(text: string): string {
  return plainDescription(unwrapLinks(text));
}
