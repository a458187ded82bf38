import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

export const tellAttendeeJob = job<{ registrationId: number }>({
  name: 'events.tell-attendee',
  retryForSeconds: dayInSeconds,
});

interface RemovedEvent {
  id: number;
  /** Jobs that an earlier version of Foyer enqueued lack the field `teamId`. */
  teamId?: number | null;
  title: string;
  startTime: string;
  endTime: string;
  location: string | null;
}

/** An attendee of a deleted event. The job carries all facts of the email, because the event's rows no longer exist. */
export interface Removal {
  registrationId: number;
  userId: number;
  sequence: number;
  ticketPricePence: number | null;
  /**
   * The account that made the registration for the attendee. Jobs that an earlier version of Foyer enqueued lack the
   * field `madeBy`.
   */
  madeBy?: number | null;
  event: RemovedEvent;
}

export const tellOfRemovalJob = job<Removal>({
  name: 'events.tell-of-removal',
  retryForSeconds: dayInSeconds,
});

export const enqueueEventNewsJob = job({
  name: 'events.spread-news',
  retryForSeconds: 0,
  everySeconds: 15,
});
