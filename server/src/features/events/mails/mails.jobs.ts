import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Tells one attendee how an event differs from what they were last told. */
export const tellAttendeeJob = job<{ registrationId: number }>({
  name: 'events.tell-attendee',
  retryForSeconds: dayInSeconds,
});

/** An event as it was before it was deleted. */
interface RemovedEvent {
  id: number;
  title: string;
  startTime: string;
  endTime: string;
  location: string | null;
}

/** An attendee of a deleted event. The rows are gone, so the job carries everything that the mail needs. */
export interface Removal {
  registrationId: number;
  userId: number;
  sequence: number;
  ticketPricePence: number | null;
  event: RemovedEvent;
}

/** Tells an attendee that an event was deleted. */
export const tellOfRemovalJob = job<Removal>({
  name: 'events.tell-of-removal',
  retryForSeconds: dayInSeconds,
});

/** Enqueues a mail for each attendee with due news. */
export const enqueueEventNewsJob = job({
  name: 'events.spread-news',
  retryForSeconds: 0,
  everySeconds: 15,
});
