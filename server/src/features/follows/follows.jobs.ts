import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** `key` makes each link a mail of its own. */
export const sendFollowLinkJob = job<{ followerId: number; key: string }>({
  name: 'follows.send-link',
  retryForSeconds: dayInSeconds,
});

export const deleteOldFollowsJob = job({
  name: 'follows.delete-old',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

/** Looks for new events that the followers of their teams have not heard of. */
export const announceEventsJob = job({
  name: 'follows.announce',
  retryForSeconds: 0,
  everySeconds: 300,
});

/** Enqueues the mails to a page of followers: those whose ids are higher than `after`. */
export const spreadAnnouncementJob = job<{ announcementId: number; after: number }>({
  name: 'follows.spread',
  retryForSeconds: dayInSeconds,
});

export const sendAnnouncementJob = job<{ announcementId: number; followerId: number }>({
  name: 'follows.send-announcement',
  retryForSeconds: dayInSeconds,
});
