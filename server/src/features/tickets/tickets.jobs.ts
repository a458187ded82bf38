import { job } from '../../jobs/jobs.ts';
import { describeSite } from '../../mail/compose.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderCancelledTicketMail, renderTicketMail } from './tickets.emails.ts';
import { findCancelledTicketForMail, findTicketForMail } from './tickets.queries.ts';

const dayInSeconds = 24 * 3600;

/** Mails a ticket to its holder; one that has become worthless before the mail left is not sent. Throws to wait. */
export const sendTicketJob = job<{ ticketId: number }>({
  name: 'tickets.send-ticket',
  retryForSeconds: dayInSeconds,
  async run(deps, { ticketId }) {
    const ticket = await findTicketForMail(deps.db, ticketId);
    if (!ticket || ticket.status === 'cancelled' || ticket.status === 'refunded') return;
    // A paid one is refunded any moment. A free one is good again should the event take place after all.
    if (ticket.event_status === 'cancelled') throw new Error('The event of this ticket is cancelled');
    await sendOnce(deps, `ticket:${ticketId}`, () => renderTicketMail(ticket, describeSite(deps)));
  },
});

interface CancelledTicket {
  ticketId: number;
  eventId: number;
  userId: number;
  /** Whether the holder gave it up. Jobs of an earlier version do not say: then somebody else cancelled it. */
  byHolder?: boolean;
}

/** Tells somebody that their ticket is cancelled; the ticket itself may be deleted by then. */
export const tellOfCancelledTicketJob = job<CancelledTicket>({
  name: 'tickets.tell-of-cancelled-ticket',
  retryForSeconds: dayInSeconds,
  async run(deps, { ticketId, eventId, userId, byHolder = false }) {
    const cancelled = await findCancelledTicketForMail(deps.db, { eventId, userId, now: deps.clock.now() });
    if (!cancelled) return;
    await sendOnce(deps, `ticket-cancelled:${ticketId}`, () =>
      renderCancelledTicketMail(cancelled, { byHolder }, describeSite(deps)),
    );
  },
});
