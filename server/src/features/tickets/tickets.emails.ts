import ical from 'ical-generator';
import QRCode from 'qrcode';
import { html } from '../../http/html.ts';
import { mailButton, renderMail } from '../../mail/layout.ts';
import type { Message } from '../../mail/mail.ts';
import { formatMoney, formatWhen } from '../../mail/words.ts';
import type { TicketRow } from './tickets.queries.ts';

interface Site {
  publicUrl: string;
  timeZone: string;
}

/** Subject, text and HTML with the QR code in it, the code as a picture and the date as a calendar file. */
export async function renderTicketMail(ticket: TicketRow, site: Site): Promise<Message> {
  const verifyUrl = `${site.publicUrl}/tickets/verify/${ticket.ticket_code}`;
  const eventUrl = `${site.publicUrl}/events/${ticket.event_id}`;
  const when = formatWhen(ticket.start_time, ticket.end_time, site.timeZone);
  const where = ticket.location ?? 'The organiser will tell you the place';
  const price = formatMoney(ticket.price_pence);
  const picture = await QRCode.toBuffer(verifyUrl, { errorCorrectionLevel: 'M', margin: 2, width: 480 });
  const calendar = makeCalendarFile(ticket, eventUrl);
  return {
    to: ticket.email,
    subject: `Your ticket: ${ticket.event_title}`,
    text: [
      `Hello ${ticket.username},`,
      `this is your ticket for ${ticket.event_title}.`,
      `When: ${when}\nWhere: ${where}\nPrice: ${price}\nTicket code: ${ticket.ticket_code}`,
      `Show the QR code in this mail at the door, or this address: ${verifyUrl}`,
      `The event: ${eventUrl}`,
    ].join('\n\n'),
    html: renderMail({
      title: `Your ticket: ${ticket.event_title}`,
      preview: `${when}, ${where}`,
      publicUrl: site.publicUrl,
      body: html`<p style="margin:0 0 8px">Hello ${ticket.username}, this is your ticket for</p>
        <h1 style="margin:0 0 16px;font-size:28px;line-height:1.2">${ticket.event_title}</h1>
        <p style="margin:0 0 16px"><strong>${when}</strong><br />${where}<br />${price}</p>
        <p style="margin:0;text-align:center;background:#ffffff;padding:16px;border-radius:4px">
          <img
            src="cid:ticket-qr"
            width="240"
            height="240"
            alt="QR code of ticket ${ticket.ticket_code}"
            style="max-width:100%;height:auto"
          />
        </p>
        <p style="font-family:monospace;text-align:center;word-break:break-all">${ticket.ticket_code}</p>
        <p>Show this code at the door. Each ticket lets one person in, once.</p>
        ${mailButton('View the event', eventUrl)}`,
    }),
    attachments: [
      { filename: 'ticket-qr.png', content: picture, contentType: 'image/png', cid: 'ticket-qr' },
      {
        filename: 'event.ics',
        content: calendar,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      },
    ],
  };
}

function makeCalendarFile(ticket: TicketRow, eventUrl: string): string {
  const calendar = ical({ prodId: '//Foyer//Tickets//EN' });
  calendar.createEvent({
    id: `event-${ticket.event_id}@foyer`,
    start: ticket.start_time,
    end: ticket.end_time,
    summary: ticket.event_title,
    location: ticket.location,
    url: eventUrl,
  });
  return calendar.toString();
}
