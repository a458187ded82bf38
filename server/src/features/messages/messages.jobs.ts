import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Creates one job for each recipient of the message. */
export const spreadMessageJob = job<{ messageId: number }>({
  name: 'messages.spread',
  retryForSeconds: dayInSeconds,
});

/** Sends the reminders and thank-yous that are due. */
export const sendAutomaticMailsJob = job({
  name: 'messages.send-automatic',
  retryForSeconds: 0,
  everySeconds: 300,
});

/** Gives up the mails that can no longer be sent, so that no message is under way for ever. */
export const giveUpMessageMailsJob = job({
  name: 'messages.give-up',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

/** `readerId` is the id of a recipient. The table and the waiting jobs still use this older name. */
export const sendMessageMailJob = job<{ readerId: number }>({
  name: 'messages.send',
  retryForSeconds: dayInSeconds,
});

/** A message whose only recipient is its sender. */
export interface TestMessage {
  /** Makes each test a mail of its own. */
  testId: string;
  userId: number;
  eventId: number;
  subject: string;
  text: string;
  takesReplies: boolean;
}

export const sendTestMessageJob = job<TestMessage>({
  name: 'messages.send-test',
  retryForSeconds: 3600,
});
