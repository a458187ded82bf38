import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

export const sendTicketJob = job<{ ticketId: number }>({
  name: 'tickets.send-ticket',
  retryForSeconds: dayInSeconds,
});

export interface CancelledTicket {
  ticketId: number;
  eventId: number;
  userId: number;
  /**
   * Whether the holder cancelled the ticket. Jobs that an earlier version of Foyer enqueued lack this field. Their
   * tickets count as cancelled by somebody else.
   */
  byHolder?: boolean;
}

/**
 * Tells the holder that their ticket was cancelled. The ticket may be deleted before the job runs, so the data also
 * names the event and the user.
 */
export const tellOfCancelledTicketJob = job<CancelledTicket>({
  name: 'tickets.tell-of-cancelled-ticket',
  retryForSeconds: dayInSeconds,
});

export const deleteOldDoorDataJob = job({
  name: 'tickets.delete-old-door-data',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});
