import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { writeCalendarFile } from '../../mail/calendar.ts';
import {
  button,
  composeMail,
  eventAddress,
  facts,
  opening,
  paragraph,
  stopByDeletingAccount,
  stopUnasked,
  title,
  type Site,
  type Stopping,
} from '../../mail/compose.ts';
import { describePicture } from '../../mail/mail-picture.ts';
import type { Message } from '../../mail/mail.ts';
import { verifyAddress } from '../../mail/ticket-address.ts';
import { renderTicketPdf } from '../../mail/pdf.ts';
import { drawQrCode, ticketStub } from '../../mail/ticket-stub.ts';
import {
  breakLinksIn,
  explainQuestions,
  formatPrice,
  formatWhen,
  formatWhere,
  listDoors,
} from '../../mail/words.ts';
import type { MailedCancelledTicket, MailedTicket } from './tickets.queries.ts';
import { printTicket } from './tickets.rules.ts';

/** A ticket that is given away while the event is running is for somebody who is there. */
export async function renderTicketMail(
  sent: MailedTicket,
  site: Site,
  { isRunning = false } = {},
): Promise<Message> {
  const ticket = writeNames(sent);
  const address = verifyAddress(site, ticket.ticket_code);
  const when = formatWhen(ticket.start_time, ticket.end_time, site.timeZone);
  const where = formatWhere(ticket.location);
  return composeMail({
    to: ticket.email,
    subject: `Your ticket: ${ticket.event_title}`,
    preview: `${when}, ${where}`,
    site,
    picture: ticket.made_by === null ? describePicture(site, ticket) : null,
    ...explainTicket(ticket, site),
    questions: explainTicketQuestions(ticket, site),
    parts: [
      opening(ticket.name, describeOrigin(ticket)),
      title(ticket.event_title),
      facts([
        { label: 'When', value: when },
        ...listDoors(ticket, site.timeZone),
        { label: 'Where', value: where },
        ...(ticket.team_name === null ? [] : [{ label: 'Hosted by', value: ticket.team_name }]),
        { label: 'Price', value: formatPrice(ticket.price_pence) },
      ]),
      ticketStub({ code: formatShortCode(ticket.short_code), page: address, cid: 'ticket-qr' }),
      paragraph(
        'Each ticket admits one person, once. The attached PDF is the same ticket for printing, and the calendar file adds the event to your calendar.',
      ),
      ticket.paid || isRunning
        ? null
        : paragraph(
            'If you cannot come, cancel your registration in your profile, so that somebody else can have your place.',
          ),
      button('View the event', eventAddress(site.publicUrl, ticket)),
    ],
    attachments: [
      await drawQrCode(address, 'ticket-qr'),
      {
        filename: 'ticket.pdf',
        content: await renderTicketPdf(printTicket(ticket), site),
        contentType: 'application/pdf',
      },
      writeCalendarFile(ticket, site),
    ],
  });
}

export function renderCancelledTicketMail(
  sent: MailedCancelledTicket,
  { byHolder }: { byHolder: boolean },
  site: Site,
): Message {
  const ticket = writeNames(sent);
  return composeMail({
    to: ticket.email,
    subject: `${byHolder ? 'Registration cancelled' : 'Your ticket was cancelled'}: ${ticket.event_title}`,
    preview: byHolder ? 'Your ticket is no longer valid.' : 'This ticket is no longer valid.',
    site,
    because: byHolder
      ? 'You are receiving this email because you cancelled your registration.'
      : 'You are receiving this email because you had a place at this event.',
    stopping: ticket.made_by === null || byHolder ? stopByDeletingAccount(site) : stopUnasked(site, ticket),
    questions: ticket.event_status === 'draft' ? null : explainTicketQuestions(ticket, site),
    parts: [
      opening(
        ticket.name,
        byHolder
          ? 'You have cancelled your registration for this event.'
          : 'Your ticket for this event has been cancelled.',
      ),
      title(ticket.event_title),
      facts([
        { label: 'When', value: formatWhen(ticket.start_time, ticket.end_time, site.timeZone) },
        { label: 'Where', value: formatWhere(ticket.location) },
      ]),
      paragraph(
        byHolder
          ? 'Your ticket is no longer valid, and your place is free for somebody else. If you change your mind, register again while there are places left.'
          : 'This ticket is no longer valid, and your seat is free for somebody else. You paid nothing for it, so you do not need to do anything.',
      ),
      paragraph('The attached calendar file removes the event from your calendar.'),
      // Leave out the link to a draft, because the former holder cannot see the draft.
      ticket.event_status === 'draft'
        ? button('See other events', `${site.publicUrl}/events`)
        : button('View the event', eventAddress(site.publicUrl, ticket)),
    ],
    attachments: [writeCalendarFile(ticket, site, { cancelled: true })],
  });
}

/**
 * If the reader did not ask for this email, names must not become links, because organisers could send strangers a link
 * of their choice.
 */
function writeNames<T extends { made_by: number | null; event_title: string; location: string | null }>(
  ticket: T & { team_name: string | null },
) {
  return ticket.made_by === null ? ticket : breakLinksIn(ticket, ['event_title', 'location', 'team_name']);
}

function explainTicketQuestions(ticket: MailedTicket | MailedCancelledTicket, site: Site) {
  const page = eventAddress(site.publicUrl, ticket);
  // Anybody can make an account with the address of a stranger.
  const isAsked = ticket.made_by === null && ticket.email_verified_at !== null;
  return explainQuestions({ ...ticket, isAsked, page });
}

function explainTicket(ticket: MailedTicket, site: Site): { because: string; stopping: Stopping } {
  if (ticket.made_by !== null) {
    return {
      because: `You are receiving this email because ${ticket.team_name ?? 'the organisers'} put you on the guest list of this event.`,
      stopping: stopUnasked(site, ticket),
    };
  }
  if (ticket.paid) {
    const because = 'You are receiving this email because you bought this ticket.';
    return { because, stopping: stopByDeletingAccount(site) };
  }
  return {
    because: 'You are receiving this email because you registered for this event.',
    stopping: {
      begin: 'To get no more emails about it,',
      link: 'cancel your registration in your profile',
      href: `${site.publicUrl}/profile`,
    },
  };
}

/** Writes the first sentence, which also confirms the payment or the registration, because no other email does. */
function describeOrigin({ paid, price_pence, event_price_pence, made_by }: MailedTicket): string {
  if (paid)
    return `Thank you. We have received your payment of ${formatPrice(price_pence)}. Here is your ticket.`;
  if (event_price_pence) return 'The organisers have given you a free ticket. Here it is.';
  if (made_by !== null) return 'The organisers have registered you for this event. Here is your ticket.';
  return 'You are registered. Here is your ticket.';
}
