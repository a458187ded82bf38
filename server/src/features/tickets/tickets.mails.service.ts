import type { Deps } from '../../deps.ts';
import { describeSite } from '../../mail/compose.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderCancelledTicketMail, renderTicketMail } from './tickets.emails.ts';
import type { CancelledTicket } from './tickets.jobs.ts';
import { findCancelledTicketForMail, findTicketForMail } from './tickets.queries.ts';

/** Emails a ticket to its holder, unless it was cancelled or refunded meanwhile. */
export async function sendTicketMail(deps: Deps, ticketId: number): Promise<void> {
  const ticket = await findTicketForMail(deps.db, ticketId);
  if (!ticket || ticket.status === 'cancelled' || ticket.status === 'refunded') return;
  // Send no ticket for a cancelled event. Fail, so that the job runs again later. By then a paid ticket has been
  // refunded, or the event has been published again and the ticket is still valid.
  if (ticket.event_status === 'cancelled') throw new Error('The event of this ticket is cancelled');
  await sendOnce(deps, `ticket:${ticketId}`, () => renderTicketMail(ticket, describeSite(deps)));
}

/** Tells the holder that their ticket was cancelled, by the holder or by somebody else. */
export async function sendCancelledTicketMail(
  deps: Deps,
  { ticketId, eventId, userId, byHolder = false }: CancelledTicket,
): Promise<void> {
  const cancelled = await findCancelledTicketForMail(deps.db, { eventId, userId, now: deps.clock.now() });
  if (!cancelled) return;
  await sendOnce(deps, `ticket-cancelled:${ticketId}`, () =>
    renderCancelledTicketMail(cancelled, { byHolder }, describeSite(deps)),
  );
}
