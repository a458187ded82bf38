import type { Deps } from '../../deps.ts';
import { describeSite } from '../../mail/compose.ts';
import { retryWith, type Letter } from '../../mail/letter.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderCancelledTicketMail, renderTicketMail } from './tickets.emails.ts';
import { sendTicketJob, tellOfCancelledTicketJob, type CancelledTicket } from './tickets.jobs.ts';
import { findCancelledTicketForMail, findTicketForMail } from './tickets.queries.ts';

/** Emails a ticket to its holder, unless the ticket was cancelled or refunded in the meantime. */
export async function sendTicketMail(deps: Deps, ticketId: number): Promise<void> {
  const ticket = await findTicketForMail(deps.db, ticketId);
  if (!ticket || ticket.status === 'cancelled' || ticket.status === 'refunded') return;
  // Throw for a cancelled event, so that the job runs again later. By then the ticket is refunded, or the event is
  // published again.
  if (ticket.event_status === 'cancelled') throw new Error('The event of this ticket is cancelled');
  // A free ticket is useless after the event. A paid ticket is sent anyway, because the email is also the receipt.
  const now = deps.clock.now();
  if (!ticket.paid && ticket.end_time <= now) return;
  const letter: Letter = {
    fact: `ticket:${ticketId}`,
    kind: ticket.made_by === null ? 'order' : 'unasked',
    ...addressTo(ticket),
    retry: retryWith(sendTicketJob, { ticketId }),
  };
  const isRunning = ticket.start_time <= now;
  await sendOnce(deps, letter, () => renderTicketMail(ticket, describeSite(deps), { isRunning }));
}

/** A person who arranged a place for the reader counts as the sender of mails about the place. */
function addressTo(ticket: {
  user_id: number;
  email: string;
  made_by: number | null;
  team_id: number | null;
}) {
  return {
    to: { userId: ticket.user_id, email: ticket.email },
    senderIds: ticket.made_by === null ? [] : [ticket.made_by],
    teamId: ticket.team_id,
  };
}

export async function sendCancelledTicketMail(deps: Deps, data: CancelledTicket): Promise<void> {
  const { ticketId, eventId, userId, byHolder = false } = data;
  const cancelled = await findCancelledTicketForMail(deps.db, { eventId, userId, now: deps.clock.now() });
  if (!cancelled) return;
  const letter: Letter = {
    fact: `ticket-cancelled:${ticketId}`,
    kind: cancelled.made_by === null || byHolder ? 'order' : 'unasked_news',
    ...addressTo({ ...cancelled, made_by: byHolder ? null : cancelled.made_by }),
    retry: retryWith(tellOfCancelledTicketJob, data),
  };
  await sendOnce(deps, letter, () => renderCancelledTicketMail(cancelled, { byHolder }, describeSite(deps)));
}
