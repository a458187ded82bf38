import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { deriveOrderKey } from '../orders.keys.service.ts';
import { renderCancelledMail } from './cancelled.emails.ts';
import { tellOfEndedTicketJob } from './tickets.jobs.ts';
import { findEndedTicket } from './tickets.queries.ts';

export async function sendEndedTicketMail(
  deps: Deps,
  data: { orderId: number; ticketId: number },
): Promise<void> {
  const ticket = await findEndedTicket(deps.db, data);
  if (!ticket || ticket.end_time <= deps.clock.now()) return;
  const isHolder = ticket.transferred_at !== null;
  const to = isHolder
    ? { userId: ticket.attendee_id, email: ticket.attendee_email }
    : { userId: ticket.user_id, email: ticket.email };
  const { email } = to;
  // The buyer's address is blank once the buyer's account is deleted.
  if (!email) return;
  const hasAsked = ticket.channel !== 'complimentary' && !isHolder;
  const letter: Letter = {
    fact: `ticket-cancelled:${data.ticketId}`,
    kind: hasAsked ? 'order' : 'unasked_news',
    to: { userId: to.userId, email },
    teamId: ticket.team_id,
    retry: retryWith(tellOfEndedTicketJob, data),
  };
  const key = ticket.user_id === null && !isHolder ? deriveOrderKey(deps.sessionSecret, ticket) : null;
  const name = isHolder ? ticket.attendee_name : (ticket.username ?? ticket.buyer_name);
  const sent = { ...ticket, email, key, isHolder };
  await sendOnce(deps, letter, () => renderCancelledMail(sent, name, describeSite(deps)));
}
