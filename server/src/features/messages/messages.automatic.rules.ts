import type { AutomaticKind } from '@foyer/contract/sales/messages.ts';
import type { EventStatus } from '../../db/tables.ts';

const hourMs = 3_600_000;

/** The reminder goes out this long before the start. */
const reminderMs = 24 * hourMs;

/** The thank-you goes out this long after the end, so that nobody gets it on the way home. */
const thanksMs = 12 * hourMs;

/** After a long outage, a thank-you that is more than three days late is not sent. */
const thanksLateMs = 72 * hourMs;

interface TimedEvent {
  start_time: Date;
  end_time: Date;
}

/** Returns when an event's mail goes out. */
export function findDueTime(kind: AutomaticKind, { start_time, end_time }: TimedEvent): Date {
  return kind === 'reminder'
    ? new Date(start_time.getTime() - reminderMs)
    : new Date(end_time.getTime() + thanksMs);
}

/** Returns the time from which an event's mail is no longer sent. */
function findLastTime(kind: AutomaticKind, event: TimedEvent): Date {
  return kind === 'reminder' ? event.start_time : new Date(findDueTime(kind, event).getTime() + thanksLateMs);
}

/** Whether a mail may go out now. Mails that waited must not come after the event, or for another day. */
export function isInTime(
  kind: AutomaticKind,
  event: TimedEvent & { status: EventStatus },
  now: Date,
): boolean {
  return event.status === 'published' && now >= findDueTime(kind, event) && now < findLastTime(kind, event);
}

interface PlannedEvent extends TimedEvent {
  status: EventStatus;
  published_at: Date | null;
}

/** Says what comes of a mail that was not sent yet, by the conditions under which it is sent. */
export function findState(
  kind: AutomaticKind,
  event: PlannedEvent,
  now: Date,
): 'due' | 'missed' | 'not_published' {
  const { status, published_at: publishedAt } = event;
  if (now >= findLastTime(kind, event)) return 'missed';
  if (status !== 'published') return 'not_published';
  // Everybody has just ordered, so nobody needs a reminder.
  const isShort = publishedAt === null || publishedAt > findDueTime('reminder', event);
  return kind === 'reminder' && isShort ? 'missed' : 'due';
}

/** Returns the times of the start, for a reminder, or of the end, for a thank-you, of the events whose mail is due. */
export function findDueSpan(kind: AutomaticKind, now: Date): { from: Date; until: Date } {
  const after = (ms: number) => new Date(now.getTime() + ms);
  return kind === 'reminder'
    ? { from: now, until: after(reminderMs) }
    : { from: after(-thanksMs - thanksLateMs), until: after(-thanksMs) };
}

export interface Words {
  subject: string;
  text: string;
}

/** Returns the words of a mail that the team did not change. The mail adds the facts of the event below them. */
export function writeUsualWords(kind: AutomaticKind, { title }: { title: string }): Words {
  if (kind === 'thanks') {
    return {
      subject: `Thank you for coming: ${title}`,
      text: 'Thank you for being there. We hope to see you again soon.',
    };
  }
  return {
    subject: `Reminder: ${title}`,
    text: 'We look forward to seeing you. Have your ticket ready at the door, on your phone or on paper.',
  };
}

export function isOnByDefault(kind: AutomaticKind): boolean {
  return kind === 'reminder';
}
