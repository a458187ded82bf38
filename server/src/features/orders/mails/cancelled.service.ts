import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { describeSite, ticketAddress } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { deriveOrderKey, deriveTicketKey } from '../../../mail/link-keys.ts';
import { renderCancelledMail } from './cancelled.emails.ts';
import { renderReturnedMail } from './returned.emails.ts';
import { tellOfEndedTicketJob, type EndedTicketData } from './tickets.jobs.ts';
import {
  findEndedTicket,
  findVerifiedAccount,
  listGivenAway,
  listTypesOfTickets,
  type GivenTicket,
} from './tickets.queries.ts';

/**
 * Enqueues a mail to each new holder of a ticket that has ended, because only the buyer gets the mail about the refund.
 * For a cancelled event, the mail about the event is enough.
 */
export async function enqueueEndedTicketMails(
  deps: Deps,
  tx: Tx,
  orderId: number,
  ticketIds: readonly number[],
): Promise<void> {
  const given = ticketIds.length > 0 ? await listGivenAway(tx, ticketIds) : [];
  const told = given.filter(({ event_status }) => event_status !== 'cancelled');
  if (told.length === 0) return;
  const jobs = told.map((ticket) => ({ orderId, ticketId: ticket.id, given: pickFacts(ticket) }));
  await deps.jobs.enqueueAll(tx, tellOfEndedTicketJob, jobs);
}

/** Enqueues a mail about a ticket that the team cancels, to its new holder or else to the buyer. */
export async function enqueueEndedTicketMail(
  deps: Deps,
  tx: Tx,
  { orderId, ticketId }: { orderId: number; ticketId: number },
): Promise<void> {
  const [ticket] = await listGivenAway(tx, [ticketId]);
  const given = ticket && pickFacts(ticket);
  await deps.jobs.enqueue(tx, tellOfEndedTicketJob, { orderId, ticketId, ...(given && { given }) });
}

function pickFacts(ticket: GivenTicket): NonNullable<EndedTicketData['given']> {
  const { attendee_email, attendee_name, type_name, price_pence, is_refunded } = ticket;
  return { attendee_email, attendee_name, type_name, price_pence, is_refunded };
}

/** Finds the facts for the mail. If the ticket was deleted, the facts about its new holder come from the job. */
async function findFacts({ db }: Deps, data: EndedTicketData) {
  const ticket = await findEndedTicket(db, data);
  if (!ticket) return undefined;
  const { given } = data;
  if (ticket.ticket_id !== null || !given) return { ...ticket, isHolder: ticket.transferred_at !== null };
  const attendee_id = await findVerifiedAccount(db, given.attendee_email);
  return { ...ticket, ...given, attendee_id, isHolder: true };
}

/**
 * Tells the person who holds a ticket that the team has ended it. A buyer gets the same mail as about other cancelled
 * tickets.
 */
export async function sendEndedTicketMail(deps: Deps, data: EndedTicketData): Promise<void> {
  const ticket = await findFacts(deps, data);
  if (!ticket || ticket.end_time <= deps.clock.now()) return;
  const { isHolder } = ticket;
  const to = isHolder
    ? { userId: ticket.attendee_id, email: ticket.attendee_email }
    : { userId: ticket.user_id, email: ticket.email };
  const { email } = to;
  // The buyer's address is blank once the buyer's account is deleted.
  if (!email) return;
  // Nobody has verified a guest's address, so somebody else may have typed it.
  const hasAsked = !isHolder && ticket.user_id !== null && ticket.channel !== 'complimentary';
  const letter: Letter = {
    fact: `ticket-cancelled:${data.ticketId}`,
    kind: hasAsked ? 'order' : 'unasked_news',
    to: { userId: to.userId, email },
    teamId: ticket.team_id,
    retry: retryWith(tellOfEndedTicketJob, data),
  };
  const site = describeSite(deps);
  if (isHolder) {
    const sent = { ...ticket, email, holderLink: findHolderLink(deps, ticket) };
    await sendOnce(deps, letter, () => renderCancelledMail(sent, site));
    return;
  }
  const key = ticket.user_id === null ? deriveOrderKey(deps.sessionSecret, ticket) : null;
  const types = await listTypesOfTickets(deps.db, [data.ticketId]);
  // The team can cancel only unpaid tickets. It ends paid tickets with a refund, which has a mail of its own.
  const returned = { by: 'team', isPaid: false, count: 1, types } as const;
  await sendOnce(deps, letter, () => renderReturnedMail({ ...ticket, email, key }, returned, site));
}

/** Returns null for a ticket that was deleted or has no new holder. */
function findHolderLink(
  { publicUrl, sessionSecret }: Deps,
  { ticket_id, holder_salt }: { ticket_id: number | null; holder_salt: string | null },
): string | null {
  if (ticket_id === null || holder_salt === null) return null;
  const key = deriveTicketKey(sessionSecret, { ticket_id, holder_salt });
  return ticketAddress(publicUrl, { id: ticket_id, key });
}
