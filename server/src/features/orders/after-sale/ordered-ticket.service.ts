import type { Deps } from '../../../deps.ts';
import { doCostlyWork } from '../../../http/costly-work.ts';
import { ApiError } from '../../../http/errors.ts';
import { describeSite } from '../../../mail/compose.ts';
import { renderTicketPdf } from '../../../mail/pdf.ts';
import { assertLive } from '../../tickets/tickets.rules.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import { listTicketsOfOrder } from '../orders.details.queries.ts';

/** Prints a ticket for the buyer, who needs no account. A ticket that the buyer gave away belongs to its holder. */
export async function printOrderedTicket(
  deps: Deps,
  caller: OrderCaller,
  { number, id }: { number: string; id: number },
) {
  const { order } = await getOrderFor(deps.db, caller, 'use', number);
  const ticket = (await listTicketsOfOrder(deps.db, order.id)).find((one) => one.id === id);
  if (!ticket) throw new ApiError('ticket_not_found');
  if (ticket.transferred_at !== null) throw new ApiError('ticket_transferred');
  assertLive(ticket);
  const { ticket_code, short_code, type_name, price_pence } = ticket;
  // A ticket gets its codes when its order is confirmed.
  if (ticket_code === null || short_code === null) throw new ApiError('order_not_confirmed');
  const { event_title, start_time, end_time, doors_minutes, location } = order;
  const name = ticket.attendee_name ?? order.buyer_name ?? '';
  const event = { event_title, start_time, end_time, doors_minutes, location };
  const printed = { ...event, price_pence, type_name, ticket_code, short_code, name };
  const subject = { id: caller.actor?.id ?? `order ${order.id}` };
  const content = await doCostlyWork(deps, subject, () => renderTicketPdf(printed, describeSite(deps)));
  return { content, filename: `${event_title}.pdf` };
}
