import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Tells one attendee how an event differs from what they were last told. */
export const tellAttendeeJob = job<{ registrationId: number }>({
  name: 'events.tell-attendee',
  retryForSeconds: dayInSeconds,
});

/** The last state of a deleted event. */
interface RemovedEvent {
  id: number;
  title: string;
  startTime: string;
  endTime: string;
  location: string | null;
}

/** One attendee of a deleted event. The rows are gone, so the job carries everything that its mail says. */
export interface Removal {
  registrationId: number;
  userId: number;
  sequence: number;
  ticketPricePence: number | null;
  event: RemovedEvent;
}

/** Tells an attendee that the event was deleted. */
export const tellOfRemovalJob = job<Removal>({
  name: 'events.tell-of-removal',
  retryForSeconds: dayInSeconds,
});

/** Enqueues a mail for each attendee who has news to hear. */
export const spreadNewsJob = job({
  name: 'events.spread-news',
  retryForSeconds: 0,
  everySeconds: 15,
});
