import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Emails one attendee about the changes of an event since the last email. */
export const tellAttendeeJob = job<{ registrationId: number }>({
  name: 'events.tell-attendee',
  retryForSeconds: dayInSeconds,
});

/** An event as it was before it was deleted. */
interface RemovedEvent {
  id: number;
  /** Jobs that an earlier version of Foyer enqueued lack this field. */
  teamId?: number | null;
  title: string;
  startTime: string;
  endTime: string;
  location: string | null;
}

/**
 * An attendee of a deleted event. The event's rows no longer exist, so the job carries everything that the email needs
 * about it.
 */
export interface Removal {
  registrationId: number;
  userId: number;
  sequence: number;
  ticketPricePence: number | null;
  /** The account that made the registration for the attendee. Older jobs lack this field too. */
  madeBy?: number | null;
  event: RemovedEvent;
}

/** Emails an attendee that an event was deleted. */
export const tellOfRemovalJob = job<Removal>({
  name: 'events.tell-of-removal',
  retryForSeconds: dayInSeconds,
});

/** Finds the emails about changed events that are due, and enqueues one job for each attendee. */
export const enqueueEventNewsJob = job({
  name: 'events.spread-news',
  retryForSeconds: 0,
  everySeconds: 15,
});
