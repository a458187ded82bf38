import type { AutomaticKind } from '@foyer/contract/sales/messages.ts';

const hourMs = 3_600_000;

/** The reminder goes out this long before the start. */
const reminderMs = 24 * hourMs;

/** The thank-you goes out this long after the end, so that nobody gets it on the way home. */
const thanksMs = 12 * hourMs;

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
