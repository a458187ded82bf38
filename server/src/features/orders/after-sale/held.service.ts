import type { Deps } from '../../../deps.ts';
import { doCostlyWork } from '../../../http/costly-work.ts';
import { ApiError } from '../../../http/errors.ts';
import { describeSite } from '../../../mail/compose.ts';
import { renderTicketPdf } from '../../../mail/pdf.ts';
import { assertLive } from '../../tickets/tickets.rules.ts';
import { presentEventOf } from '../orders.details.queries.ts';
import { isTicketKey } from '../../../mail/link-keys.ts';
import { findGivenTicket } from './held.queries.ts';

export async function showHeldTicket(deps: Deps, id: number, key: string | undefined) {
  const ticket = await getHeldTicket(deps, id, key);
  const { type_name, attendee_name, status, used_at, transferred_at } = ticket;
  const isLive = status === 'valid' || status === 'used';
  return {
    id,
    type_name,
    attendee_name,
    status,
    used_at,
    transferred_at,
    ticket_code: isLive ? ticket.ticket_code : null,
    short_code: isLive ? ticket.short_code : null,
    event: presentEventOf(ticket),
  };
}

export async function printHeldTicket(deps: Deps, id: number, key: string | undefined) {
  const ticket = await getHeldTicket(deps, id, key);
  assertLive(ticket);
  const { event_title, start_time, end_time, doors_minutes, location } = ticket;
  const { type_name, ticket_code, short_code, attendee_name } = ticket;
  const printed = {
    event_title,
    start_time,
    end_time,
    doors_minutes,
    location,
    // The holder must not learn what the giver paid.
    price_pence: null,
    type_name,
    ticket_code,
    short_code,
    name: attendee_name ?? '',
  };
  const subject = { id: `ticket ${id}` };
  const content = await doCostlyWork(deps, subject, () => renderTicketPdf(printed, describeSite(deps)));
  return { content, filename: `${event_title}.pdf` };
}

/** Throws the same refusal for a wrong key as for an unknown ticket, so that strangers learn nothing. */
async function getHeldTicket(deps: Deps, id: number, key: string | undefined) {
  const ticket = await findGivenTicket(deps.db, id);
  if (!ticket || !isTicketKey(deps.sessionSecret, ticket, key)) throw new ApiError('ticket_not_found');
  return ticket;
}
