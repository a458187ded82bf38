import type { Answer } from '../../api/client.ts';

type Registration = Answer<'GET /events/:id/registrations'>['registrations'][number];
type Ticket = Answer<'GET /tickets/event/:eventId'>['tickets'][number];

/** A row of the list: a person who has a ticket, had a ticket, or has not paid for a ticket yet. */
export interface Attendee {
  id: string;
  /** The name on the ticket or, without one, the username of the buyer. */
  name: string;
  email: string | null;
  status: Registration['status'];
  registration_time: string;
  hold_expires_at: string | null;
  ticket: Registration['ticket'];
  /** Null for a registration without a ticket. */
  type_name: string | null;
  order_number: string | null;
  /** Null unless the ticket can still be shown at the door. */
  short_code: string | null;
}

/**
 * Makes one row for each registration, and one row for each other ticket: the tickets of guests, and all tickets of an
 * order but the one that its registration shows.
 */
export function listAttendees(
  registrations: readonly Registration[],
  tickets: readonly Ticket[],
): Attendee[] {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const byOrder = new Map(registrations.map((registration) => [registration.id, registration]));
  const rows = registrations.map((registration) =>
    describeRegistration(registration, byId.get(registration.ticket?.id ?? 0)),
  );
  const others = tickets.filter((ticket) => {
    const registration = byOrder.get(ticket.registration_id);
    return !registration || isOtherTicket(ticket, registration, byId);
  });
  return [...rows, ...others.map(describeTicket)];
}

/**
 * Whether a ticket needs a row beside the row of its registration. A cancelled or refunded ticket from an earlier
 * purchase needs none.
 */
function isOtherTicket(
  ticket: Ticket,
  { ticket: newest, hold_expires_at }: Registration,
  byId: ReadonlyMap<number, Ticket>,
): boolean {
  if (newest === null || newest.id === ticket.id) return false;
  const hasEnded = ticket.status === 'cancelled' || ticket.status === 'refunded';
  const isOlder = ticket.issued_at < (byId.get(newest.id)?.issued_at ?? '');
  return !(hasEnded && (isOlder || hold_expires_at !== null));
}

function describeRegistration(registration: Registration, ticket: Ticket | undefined): Attendee {
  const { id, status, registration_time, hold_expires_at, email, username, buyer_name } = registration;
  const buyer = buyer_name ?? username;
  const isHeld = status === 'registered' && hold_expires_at !== null;
  return {
    id: `registration-${id}`,
    name: isHeld ? buyer : (ticket?.attendee_name ?? buyer),
    email: ticket && !isHeld ? ticket.email : email,
    // One ticket of an order can end while the other tickets stay valid.
    status: ticket && status === 'registered' && !isHeld ? statusOf(ticket) : status,
    registration_time,
    hold_expires_at,
    ticket: registration.ticket,
    type_name: ticket?.type_name ?? null,
    order_number: ticket?.order_number ?? null,
    short_code: ticket && !isHeld ? findLiveCode(ticket) : null,
  };
}

function describeTicket(ticket: Ticket): Attendee {
  const { id, status, paid, price, used_at, disputed, refund_pending } = ticket;
  return {
    id: `ticket-${id}`,
    name: ticket.attendee_name ?? ticket.username,
    email: ticket.email,
    status: statusOf(ticket),
    registration_time: ticket.issued_at,
    hold_expires_at: null,
    ticket: { id, status, paid, price, used_at, disputed, refund_pending },
    type_name: ticket.type_name,
    order_number: ticket.order_number,
    short_code: findLiveCode(ticket),
  };
}

/** Puts the changed ticket into the attendee's row. A cancelled or refunded ticket also ends the registration. */
export function replaceTicket(attendee: Attendee, changed: Ticket): Attendee {
  const { id, status, paid, price, used_at, disputed, refund_pending } = changed;
  return {
    ...attendee,
    status: statusOf(changed) === 'cancelled' ? 'cancelled' : attendee.status,
    ticket: { id, status, paid, price, used_at, disputed, refund_pending },
    short_code: findLiveCode(changed),
  };
}

function findLiveCode(ticket: Ticket): string | null {
  return statusOf(ticket) === 'registered' ? ticket.short_code : null;
}

function statusOf({ status }: Pick<Ticket, 'status'>): Attendee['status'] {
  return status === 'valid' || status === 'used' ? 'registered' : 'cancelled';
}
