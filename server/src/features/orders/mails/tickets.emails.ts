import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { writeCalendarFile } from '../../../mail/calendar.ts';
import {
  button,
  composeMail,
  eventAddress,
  facts,
  opening,
  orderAddress,
  paragraph,
  stopAsGuest,
  stopByDeletingAccount,
  stopOthers,
  stopUnasked,
  ticketAddress,
  title,
  type Site,
} from '../../../mail/compose.ts';
import { describePicture } from '../../../mail/mail-picture.ts';
import type { Message } from '../../../mail/mail.ts';
import { verifyAddress } from '../../../mail/ticket-address.ts';
import { renderTicketsPdf, renderTicketPdf } from '../../../mail/pdf.ts';
import { drawQrCode, ticketStub } from '../../../mail/ticket-stub.ts';
import {
  breakLinksIn,
  explainQuestions,
  formatPrice,
  formatWhen,
  formatWhere,
  listDoors,
  writeName,
} from '../../../mail/words.ts';
import type { AttendeeTicket, MailedOrder, MailedTicket } from './tickets.queries.ts';

/** Some mail programs cut long mails, so a mail shows at most this many QR codes. The PDF has all of them. */
const maxCodesShown = 10;

export type SentOrder = MailedOrder & { email: string; key: string | null };

export async function renderOrderMail(
  sent: SentOrder,
  sentTickets: readonly MailedTicket[],
  site: Site,
): Promise<Message> {
  const { order, tickets } = writeNames(sent, sentTickets);
  const shown = tickets.slice(0, maxCodesShown);
  const isOne = tickets.length === 1;
  const stubs = shown.map((ticket, index) => describeStub(ticket, { index, of: tickets.length }, site));
  return composeMail({
    to: order.email,
    subject: `${isOne ? 'Your ticket' : `Your ${tickets.length} tickets`}: ${order.event_title}`,
    preview: `${formatWhen(order.start_time, order.end_time, site.timeZone)}, ${formatWhere(order.location)}`,
    site,
    picture: describeOrderPicture(order, site),
    ...explainOrder(order, site),
    parts: [
      opening(order.buyer_name, describeOrder(order, isOne)),
      title(order.event_title),
      facts([
        ...describeEvent(order, site),
        { label: 'Order', value: order.number },
        ...describeTotal(order),
      ]),
      ...stubs.map((stub, index) =>
        ticketStub({
          ...stub,
          page: order.key === null ? stub.address : orderAddress(site.publicUrl, order),
          hasNext: index < stubs.length - 1,
        }),
      ),
      paragraph(
        `Each ticket admits one person, once. The attached PDF has ${describeAll(tickets.length)} for printing, and the calendar file adds the event to your calendar.`,
      ),
      button('View your order', orderAddress(site.publicUrl, order)),
      order.key === null
        ? null
        : paragraph(
            'The link opens your order without an account. Keep it to yourself: everybody with the link can use your tickets.',
          ),
    ],
    attachments: [
      ...(await Promise.all(stubs.map(({ address, cid }) => drawQrCode(address, cid)))),
      {
        filename: 'tickets.pdf',
        content: await renderTicketsPdf(
          tickets.map((ticket) => printTicket(order, ticket)),
          site,
        ),
        contentType: 'application/pdf',
      },
      writeCalendarFile(order, site),
    ],
  });
}

function describeAll(count: number): string {
  if (count === 1) return 'the ticket';
  return count === 2 ? 'both tickets' : `all ${count} tickets`;
}

/** Writes names so that they are not links. Otherwise the buyer could mail links to strangers. */
export async function renderAttendeeMail(
  sent: AttendeeTicket & { email: string; ticketKey: string | null },
  site: Site,
): Promise<Message> {
  const ticket = breakLinksIn(sent, ['event_title', 'location', 'team_name', 'type_name']);
  const stub = describeStub(ticket, { index: 0, of: 1 }, site);
  const { ticket_id: id, ticketKey: key } = sent;
  const page = key === null ? null : ticketAddress(site.publicUrl, { id, key });
  const isGift = ticket.transferred_at !== null;
  const buyer = ticket.buyer_name === null ? 'Somebody' : writeName(ticket.buyer_name);
  return composeMail({
    to: ticket.email,
    subject: `Your ticket: ${ticket.event_title}`,
    preview: `${formatWhen(ticket.start_time, ticket.end_time, site.timeZone)}, ${formatWhere(ticket.location)}`,
    site,
    picture: ticket.payment_id === null ? null : describePicture(site, ticket),
    because: `You are receiving this email because ${buyer} ${isGift ? 'gave you this ticket' : 'ordered this ticket for you'}.`,
    stopping: isGift ? stopOthers(site, ticket) : stopUnasked(site, ticket),
    questions: explainQuestions({
      ...ticket,
      isAsked: false,
      page: page ?? eventAddress(site.publicUrl, ticket),
    }),
    parts: [
      opening(
        ticket.attendee_name,
        isGift
          ? `${buyer} has given you a ticket. Here it is. It has a new code, so nobody else can use it.`
          : `${buyer} has ordered a ticket for you. Here it is.`,
      ),
      title(ticket.event_title),
      facts([...describeEvent(ticket, site), { label: 'Ticket', value: ticket.type_name }]),
      ticketStub({ ...stub, page }),
      paragraph(
        'The ticket admits one person, once. The attached PDF is the same ticket for printing, and the calendar file adds the event to your calendar.',
      ),
      ...(page === null
        ? [button('View the event', eventAddress(site.publicUrl, ticket))]
        : [
            button('View your ticket', page),
            paragraph(
              'The link opens your ticket without an account. Keep it to yourself: everybody with the link can use your ticket.',
            ),
          ]),
    ],
    attachments: [
      await drawQrCode(stub.address, stub.cid),
      {
        filename: 'ticket.pdf',
        content: await renderTicketPdf(
          printTicket(ticket, isGift ? { ...ticket, price_pence: null } : ticket),
          site,
        ),
        contentType: 'application/pdf',
      },
      writeCalendarFile(ticket, site),
    ],
  });
}

export function renderTransferMail(
  ticket: AttendeeTicket & { email: string; key: string | null },
  site: Site,
): Message {
  const holder = writeName(ticket.attendee_name ?? 'somebody else');
  return composeMail({
    to: ticket.email,
    subject: `You gave a ticket to ${holder}: ${ticket.event_title}`,
    preview: 'The old code no longer works.',
    site,
    picture: describeOrderPicture(ticket, site),
    ...explainOrder(ticket, site),
    parts: [
      opening(ticket.buyer_name, `A ticket of your order ${ticket.number} belongs to ${holder} now.`),
      title(ticket.event_title),
      facts([...describeEvent(ticket, site), { label: 'Ticket', value: ticket.type_name }]),
      paragraph(
        `${holder} gets the ticket with a new code by email. The old code no longer works, and you can no longer cancel this ticket. If you did not do this, write to the organisers at once.`,
      ),
      button('View your order', orderAddress(site.publicUrl, ticket)),
    ],
  });
}

/**
 * Nobody has verified a guest's address, so this mail may reach a stranger, and the organisers' texts must not become
 * links.
 */
function writeNames(order: SentOrder, tickets: readonly MailedTicket[]) {
  if (order.user_id !== null && !isGuestList(order)) return { order, tickets };
  return {
    order: breakLinksIn(order, ['event_title', 'location', 'team_name']),
    tickets: tickets.map((ticket) => breakLinksIn(ticket, ['type_name'])),
  };
}

/** Anybody can type the address of a stranger into a free order, so only accounts and payments get the picture. */
function describeOrderPicture(order: MailedOrder, site: Site) {
  return isAskedFor(order) ? describePicture(site, order) : null;
}

function isAskedFor(order: MailedOrder): boolean {
  return !isGuestList(order) && (order.user_id !== null || order.total_pence > 0);
}

function isGuestList({ channel }: MailedOrder): boolean {
  return channel === 'complimentary';
}

function describeTotal(order: MailedOrder) {
  if (isGuestList(order)) return [];
  const { discount_pence, total_pence } = order;
  return [
    ...(discount_pence > 0 ? [{ label: 'Discount', value: formatPrice(discount_pence) }] : []),
    { label: 'Total', value: formatPrice(total_pence) },
  ];
}

export function describeEvent(event: MailedOrder, site: Site) {
  return [
    { label: 'When', value: formatWhen(event.start_time, event.end_time, site.timeZone) },
    ...listDoors(event, site.timeZone),
    { label: 'Where', value: formatWhere(event.location) },
    ...(event.team_name === null ? [] : [{ label: 'Hosted by', value: event.team_name }]),
  ];
}

type ShownTicket = Pick<MailedTicket, 'type_name' | 'attendee_name' | 'ticket_code' | 'short_code'>;

function describeStub(ticket: ShownTicket, { index, of }: { index: number; of: number }, site: Site) {
  const name = ticket.attendee_name === null ? '' : `, ${writeName(ticket.attendee_name)}`;
  const which = of === 1 ? '' : `Ticket ${index + 1} of ${of}: `;
  return {
    code: formatShortCode(ticket.short_code),
    address: verifyAddress(site, ticket.ticket_code),
    cid: `ticket-qr-${index + 1}`,
    heading: `${which}${ticket.type_name}${name}`,
  };
}

/** The price is null for a gift, because its holder must not learn what the giver paid. */
function printTicket(event: MailedOrder, ticket: ShownTicket & { price_pence: number | null }) {
  const { event_title, start_time, end_time, doors_minutes, location, buyer_name } = event;
  const { price_pence, ticket_code, type_name, short_code, attendee_name } = ticket;
  const name = writeName(attendee_name ?? buyer_name ?? '');
  return {
    event_title,
    start_time,
    end_time,
    doors_minutes,
    location,
    name,
    price_pence,
    ticket_code,
    type_name,
    short_code,
  };
}

/** Writes the first sentence, which also confirms the payment, because no other mail confirms a payment. */
function describeOrder(order: MailedOrder, isOne: boolean): string {
  const { total_pence, team_name } = order;
  const here = isOne ? 'Here is your ticket.' : 'Here are your tickets.';
  if (isGuestList(order)) {
    const place = 'on the guest list of this event, so you pay nothing';
    return team_name === null
      ? `The organisers put you ${place}. ${here}`
      : `${team_name} put you ${place}. ${here}`;
  }
  return total_pence === 0
    ? `Your order is confirmed. ${here}`
    : `Thank you. We have received your payment of ${formatPrice(total_pence)}. ${here}`;
}

export function explainOrder(order: SentOrder, site: Site) {
  const page = orderAddress(site.publicUrl, order);
  // Anybody can also make an account with the address of a stranger.
  const isProven = order.email_verified_at !== null || order.total_pence > 0;
  return {
    ...explainReason(order, site),
    questions: explainQuestions({ ...order, isAsked: isAskedFor(order) && isProven, page }),
  };
}

function explainReason(order: SentOrder, site: Site) {
  if (isGuestList(order)) {
    const because = `You are receiving this email because ${order.team_name ?? 'the organisers'} put you on the guest list of this event.`;
    return { because, stopping: stopUnasked(site, order) };
  }
  if (order.key === null) {
    const because = 'You are receiving this email because you ordered these tickets.';
    return { because, stopping: stopByDeletingAccount(site) };
  }
  return {
    because: 'You are receiving this email because somebody ordered these tickets with your email address.',
    stopping: stopAsGuest(site, order),
  };
}
