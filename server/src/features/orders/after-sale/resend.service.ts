import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import { listTicketsOfOrder } from '../orders.details.queries.ts';
import { countCopies } from '../orders.mail-limits.service.ts';
import { sendAttendeeTicketJob, sendOrderMailJob } from '../mails/tickets.jobs.ts';

/**
 * Sends the buyer the mail with all tickets of an order again. Tickets that the buyer gave away are sent again to their
 * new holders.
 */
export async function resendOrderMail(deps: Deps, caller: OrderCaller, number: string): Promise<void> {
  const { order } = await getOrderFor(deps.db, caller, 'read', number);
  if (order.status !== 'confirmed' || !order.buyer_email) throw new ApiError('order_not_confirmed');
  const given = (await listTicketsOfOrder(deps.db, order.id)).filter(
    ({ status, transferred_at }) => status === 'valid' && transferred_at !== null,
  );
  const holders = given.flatMap(({ attendee_email }) => attendee_email ?? []);
  await countCopies(deps, order, [order.buyer_email, ...holders]);
  const copy = randomUUID();
  await deps.db.transaction().execute(async (tx) => {
    await deps.jobs.enqueue(tx, sendOrderMailJob, { orderId: order.id, copy });
    for (const { id: ticketId } of given) {
      await deps.jobs.enqueue(tx, sendAttendeeTicketJob, { ticketId, copy });
    }
  });
}
