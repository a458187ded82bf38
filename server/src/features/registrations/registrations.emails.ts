import { button, composeMail, facts, opening, paragraph, title, type Site } from '../../mail/compose.ts';
import type { Message } from '../../mail/mail.ts';
import { formatMoment, formatWhen, formatWhere } from '../../mail/words.ts';
import type { MailedHold } from './registrations.mails.queries.ts';

/** Tells a buyer until when their seat is held, and where to pay for it. */
export function renderHoldMail(hold: MailedHold, site: Site): Message {
  const until = formatMoment(hold.hold_expires_at, site.timeZone);
  return composeMail({
    to: hold.email,
    subject: `Your seat is held for a few more minutes: ${hold.event_title}`,
    preview: `Held until ${until}. Complete your purchase to keep it.`,
    site,
    because: 'You get this mail because you started to buy a ticket and have not paid yet.',
    parts: [
      opening(hold.username, 'you started to buy a ticket for'),
      title(hold.event_title),
      facts([
        { label: 'Held until', value: until },
        { label: 'When', value: formatWhen(hold.start_time, hold.end_time, site.timeZone) },
        { label: 'Where', value: formatWhere(hold.location) },
      ]),
      paragraph(
        'Nothing has been charged yet. After that time, somebody else can have your seat. If you no longer want it, you need not do anything.',
      ),
      button('Complete your purchase', `${site.publicUrl}/events/${hold.event_id}`),
    ],
  });
}
