import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { deriveOrderKey, deriveTicketKey } from '../../../mail/link-keys.ts';
import { renderAttendeeMail, renderOrderMail, renderTransferMail } from './tickets.emails.ts';
import { sendAttendeeTicketJob, sendOrderMailJob, sendTransferMailJob } from './tickets.jobs.ts';
import {
  findAttendeeTicket,
  findOrderForMail,
  listAttendeeTickets,
  listTicketsForMail,
  maxMailsEnqueuedAtOnce,
  takeDueOrders,
  type MailedOrder,
} from './tickets.queries.ts';
import { nameAttendeeMail } from './undelivered.queries.ts';

/**
 * Enqueues the mails of orders whose `mail_due_at` is set. A sale writes this column with the order, so that a crash
 * loses no mail.
 */
export async function enqueueOrderMails(deps: Deps): Promise<void> {
  while ((await enqueuePage(deps)) === maxMailsEnqueuedAtOnce);
}

function enqueuePage(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const orders = await takeDueOrders(tx, deps.clock.now());
    if (orders.length === 0) return 0;
    const ids = orders.map(({ id }) => id);
    await deps.jobs.enqueueAll(
      tx,
      sendOrderMailJob,
      ids.map((orderId) => ({ orderId })),
    );
    const ticketIds = await listAttendeeTickets(tx, ids);
    if (ticketIds.length > 0) {
      await deps.jobs.enqueueAll(
        tx,
        sendAttendeeTicketJob,
        ticketIds.map((ticketId) => ({ ticketId })),
      );
    }
    return orders.length;
  });
}

/**
 * Emails the buyer the valid and used tickets of an order. Sends no mail if all tickets have ended or were given away.
 */
export async function sendOrderMail(deps: Deps, data: { orderId: number; copy?: string }): Promise<void> {
  const { orderId, copy } = data;
  const order = await findOrderForMail(deps.db, orderId);
  const tickets = await listTicketsForMail(deps.db, orderId);
  // The buyer's address is blank once the buyer's account is deleted.
  if (!order?.email || tickets.length === 0) return;
  const isPaid = tickets.some(({ payment_id }) => payment_id !== null);
  if (!isStillWanted(deps, order, isPaid)) return;
  const letter: Letter = {
    fact: copy === undefined ? `order:${orderId}` : `order:${orderId}:copy:${copy}`,
    to: { userId: order.user_id, email: order.email },
    ...describeSender(order, isPaid),
    retry: retryWith(sendOrderMailJob, data),
  };
  const { email } = order;
  const key = order.user_id === null ? deriveOrderKey(deps.sessionSecret, order) : null;
  await sendOnce(deps, letter, () => renderOrderMail({ ...order, email, key }, tickets, describeSite(deps)));
}

/**
 * Guests did not ask to be on a guest list, so they can stop these mails, and the mails count towards the giver's
 * limits. A used-up limit only delays a mail, because guests get their tickets in no other way.
 */
function describeSender({ channel, made_by, team_id }: MailedOrder, isPaid: boolean) {
  if (channel !== 'complimentary') return { kind: 'order', mustArrive: isPaid } as const;
  const senderIds = made_by === null ? [] : [made_by];
  return { kind: 'unasked', mustArrive: true, senderIds, teamId: team_id } as const;
}

/** Emails one ticket to its attendee, if the attendee has an address of their own. */
export async function sendAttendeeMail(deps: Deps, data: { ticketId: number; copy?: string }): Promise<void> {
  const ticket = await findAttendeeTicket(deps.db, data.ticketId);
  if (!ticket || !isStillWanted(deps, ticket, ticket.payment_id !== null)) return;
  const email = ticket.attendee_account_email ?? ticket.attendee_email;
  const letter: Letter = {
    fact: nameAttendeeMail({ ...ticket, id: ticket.ticket_id }, email, data.copy),
    // After a transfer, only this mail contains the ticket's codes.
    kind: ticket.transferred_at === null ? 'unasked' : 'gift',
    to: { userId: ticket.attendee_id, email },
    senderIds: ticket.user_id === null ? [] : [ticket.user_id],
    ...(ticket.user_id === null && ticket.transferred_at === null && { guestOrderId: ticket.id }),
    teamId: ticket.team_id,
    retry: retryWith(sendAttendeeTicketJob, data),
  };
  const { ticket_id, holder_salt } = ticket;
  const ticketKey =
    holder_salt === null ? null : deriveTicketKey(deps.sessionSecret, { ticket_id, holder_salt });
  await sendOnce(deps, letter, () => renderAttendeeMail({ ...ticket, email, ticketKey }, describeSite(deps)));
}

export async function sendTransferMail(deps: Deps, data: { ticketId: number }): Promise<void> {
  const ticket = await findAttendeeTicket(deps.db, data.ticketId);
  if (!ticket?.email || ticket.transferred_at === null) return;
  const { email } = ticket;
  const letter: Letter = {
    fact: `transferred:${ticket.ticket_id}:${ticket.transferred_at.getTime()}`,
    kind: 'order',
    to: { userId: ticket.user_id, email },
    retry: retryWith(sendTransferMailJob, data),
  };
  const key = ticket.user_id === null ? deriveOrderKey(deps.sessionSecret, ticket) : null;
  await sendOnce(deps, letter, () => renderTransferMail({ ...ticket, email, key }, describeSite(deps)));
}

/**
 * Whether the mail with these tickets is still useful. After the event, the mail is useful only as the receipt of paid
 * tickets. Throws while the event is cancelled, so that the job runs again later.
 */
function isStillWanted(deps: Deps, event: MailedOrder, isPaid: boolean): boolean {
  if (event.event_status === 'cancelled') throw new Error('The event of these tickets is cancelled');
  return isPaid || event.end_time > deps.clock.now();
}
