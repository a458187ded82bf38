import { job } from '../../jobs/jobs.ts';
import { renderTicketMail } from './tickets.emails.ts';
import { findTicket } from './tickets.queries.ts';

const dayInSeconds = 24 * 3600;

/** Mails a ticket to its holder; a ticket that was cancelled before the mail left is not sent. */
export const sendTicketJob = job<{ ticketId: number }>({
  name: 'tickets.send-ticket',
  retryForSeconds: dayInSeconds,
  async run(deps, { ticketId }) {
    const ticket = await findTicket(deps.db, ticketId);
    if (!ticket || ticket.status === 'cancelled' || ticket.status === 'refunded') return;
    const { publicUrl, config } = deps;
    await deps.mail.send(await renderTicketMail(ticket, { publicUrl, timeZone: config.timeZone }));
  },
});
