import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { deriveOrderKey } from '../../../mail/link-keys.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { renderReturnedMail } from './returned.emails.ts';
import { tellOfReturnedTicketsJob } from './tickets.jobs.ts';
import { findOrderForMail, listTypesOfTickets } from './tickets.queries.ts';

interface ReturnedTickets {
  orderId: number;
  ticketIds: number[];
  by: 'buyer' | 'administrator';
  isPaid: boolean;
}

/**
 * Enqueues the mail to the buyer before the tickets end, because the places are freed last. A buyer who gives a hold
 * back gets no mail.
 */
export async function enqueueReturned(
  deps: Deps,
  tx: Tx,
  returned: {
    order: { id: number; status: string };
    chosen: { tickets: readonly { id: number }[] };
    by: ReturnedTickets['by'];
    isPaid: boolean;
  },
): Promise<void> {
  const { order, chosen, by, isPaid } = returned;
  if (by === 'buyer' && order.status !== 'confirmed') return;
  const ticketIds = chosen.tickets.map(({ id }) => id);
  await deps.jobs.enqueue(tx, tellOfReturnedTicketsJob, { orderId: order.id, ticketIds, by, isPaid });
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
  await sendOnce(deps, letter, () => renderReturnedMail(sent, { ...data, types }, describeSite(deps)));
}
