import { job } from '../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Mails a ticket to its holder. */
export const sendTicketJob = job<{ ticketId: number }>({
  name: 'tickets.send-ticket',
  retryForSeconds: dayInSeconds,
});

/** Tells the holder of a ticket that somebody else cancelled it. The ticket may be deleted by then. */
export const tellOfCancelledTicketJob = job<{ ticketId: number; eventId: number; userId: number }>({
  name: 'tickets.tell-of-cancelled-ticket',
  retryForSeconds: dayInSeconds,
});
