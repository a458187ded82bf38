import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Mails a ticket to its holder. */
export const sendTicketJob = job<{ ticketId: number }>({
  name: 'tickets.send-ticket',
  retryForSeconds: dayInSeconds,
});

export interface CancelledTicket {
  ticketId: number;
  eventId: number;
  userId: number;
  /** Whether the holder cancelled it. Jobs of an earlier version do not say: then somebody else did. */
  byHolder?: boolean;
}

/** Tells the holder of a ticket that it was cancelled. The ticket may be deleted by then. */
export const tellOfCancelledTicketJob = job<CancelledTicket>({
  name: 'tickets.tell-of-cancelled-ticket',
  retryForSeconds: dayInSeconds,
});
