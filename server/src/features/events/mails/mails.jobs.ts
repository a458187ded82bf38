import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** The job tells the holder of `ticketId` or, without `ticketId`, the buyer of the order. */
export const tellAttendeeJob = job<{ registrationId: number; ticketId?: number | null }>({
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

/**
 * Who reads news about an event.
 * - `account`: an account that has a place.
 * - `guest`: a person who ordered without an account.
 * - `guest_list`: a person on the guest list of the team.
 * - `holder`: a person who got a ticket from the buyer for good.
 * - `attendee`: a person who got one of the buyer’s tickets by mail.
 */
export type NewsReader = 'account' | 'guest' | 'guest_list' | 'holder' | 'attendee';

/**
 * A person with a place at a deleted event. The job carries all facts of the email, because the event's rows no longer
 * exist. Jobs of earlier versions lack the optional fields.
 */
export interface Removal {
  registrationId: number;
  ticketId?: number | null;
  /** Null if Foyer knows the person only by `email`. */
  userId: number | null;
  email?: string | null;
  name?: string | null;
  /** The name of the buyer, if the reader got a ticket from the buyer. */
  giver?: string | null;
  reader?: NewsReader;
  sequence: number;
  ticketPricePence: number | null;
  ticketCount?: number;
  /** The account that made the registration for the attendee. */
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
