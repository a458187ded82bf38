import type { Db, Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { deriveOrderKey } from '../../../mail/link-keys.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { renderFormerAttendeeMail, renderReturnedMail } from './returned.emails.ts';
import {
  tellFormerAttendeeJob,
  tellOfReturnedTicketsJob,
  type Canceller,
  type FormerAttendeeData,
} from './tickets.jobs.ts';
import {
  findEndedTicket,
  findOrderForMail,
  findVerifiedAccount,
  groupByAttendee,
  listTypesOfTickets,
} from './tickets.queries.ts';

interface ReturnedTickets {
  orderId: number;
  ticketIds: number[];
  by: Canceller;
  isPaid: boolean;
}

interface Returned {
  order: { id: number; status: string };
  chosen: { tickets: readonly { id: number }[] };
  by: ReturnedTickets['by'];
}

/**
 * Enqueues the mails to the buyer and the attendees before the tickets end, because the places are freed last. A buyer
 * who gives a hold back gets no mail.
 */
export async function enqueueReturned(
  deps: Deps,
  tx: Tx,
  returned: Returned & { isPaid: boolean },
): Promise<void> {
  const { order, chosen, by, isPaid } = returned;
  if (by === 'buyer' && order.status !== 'confirmed') return;
  const ticketIds = chosen.tickets.map(({ id }) => id);
  await deps.jobs.enqueue(tx, tellOfReturnedTicketsJob, { orderId: order.id, ticketIds, by, isPaid });
  await enqueueToAttendees(deps, tx, returned);
}

/** Enqueues one mail to each attendee who got one of these tickets by mail. Call this before the tickets end. */
export async function enqueueToAttendees(deps: Deps, tx: Tx, { order, chosen, by }: Returned): Promise<void> {
  const ids = chosen.tickets.map(({ id }) => id);
  const groups = await groupByAttendee(tx, ids);
  if (groups.length === 0) return;
  const jobs = groups.map(({ ticketIds, ...given }) => ({ orderId: order.id, ticketIds, by, given }));
  await deps.jobs.enqueueAll(tx, tellFormerAttendeeJob, jobs);
}

/** Confirms to the buyer that tickets were cancelled. The mail about a refund confirms the others. */
export async function sendReturnedMail(deps: Deps, data: ReturnedTickets): Promise<void> {
  const order = await findOrderForMail(deps.db, data.orderId);
  // The buyer's address is blank once the buyer's account is deleted.
  if (!order?.email) return;
  const { email } = order;
  const letter: Letter = {
    // A ticket is cancelled only once, so its id names the cancellation.
    fact: `tickets-returned:${data.orderId}:${data.ticketIds[0]}`,
    kind: order.channel === 'complimentary' ? 'unasked_news' : 'order',
    to: { userId: order.user_id, email },
    teamId: order.team_id,
    retry: retryWith(tellOfReturnedTicketsJob, data),
  };
  const key = order.user_id === null ? deriveOrderKey(deps.sessionSecret, order) : null;
  const types = await listTypesOfTickets(deps.db, data.ticketIds);
  const sent = { ...order, email, key };
  const returned = { ...data, count: data.ticketIds.length, types };
  await sendOnce(deps, letter, () => renderReturnedMail(sent, returned, describeSite(deps)));
}

/** Finds the facts for the mail. If the ticket no longer says who had it, the job does. */
async function findFormerAttendee(db: Db, { orderId, ticketIds, given }: FormerAttendeeData) {
  const ticket = await findEndedTicket(db, { orderId, ticketId: ticketIds[0] ?? 0 });
  if (!ticket || ticket.attendee_email !== null || !given) return ticket;
  return { ...ticket, ...given, attendee_id: await findVerifiedAccount(db, given.attendee_email) };
}

/** Tells an attendee that tickets were cancelled, because the attendee may come to the door with them. */
export async function sendFormerAttendeeMail(deps: Deps, data: FormerAttendeeData): Promise<void> {
  const { orderId, ticketIds } = data;
  const ticket = await findFormerAttendee(deps.db, data);
  if (!ticket?.attendee_email || ticket.end_time <= deps.clock.now()) return;
  const { attendee_email: email, attendee_id: userId, user_id: buyerId, team_id: teamId } = ticket;
  const letter: Letter = {
    fact: `attendee-tickets-cancelled:${orderId}:${ticketIds[0]}`,
    kind: 'unasked_news',
    to: { userId, email },
    senderIds: buyerId === null ? [] : [buyerId],
    teamId,
    retry: retryWith(tellFormerAttendeeJob, data),
  };
  const types = await listTypesOfTickets(deps.db, ticketIds);
  const sent = { ...ticket, email };
  await sendOnce(deps, letter, () =>
    renderFormerAttendeeMail(sent, { by: data.by, count: ticketIds.length, types }, describeSite(deps)),
  );
}
