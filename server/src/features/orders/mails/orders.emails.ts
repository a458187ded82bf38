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
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn, formatMoment, formatWhen, formatWhere } from '../../../mail/words.ts';
import type { MailedHold } from './mails.queries.ts';

export function renderHoldMail(sent: MailedHold, site: Site): Message {
  const isOwn = sent.made_by === null;
  const hold = isOwn ? sent : breakLinksIn(sent, ['event_title', 'location']);
  const until = formatMoment(hold.hold_expires_at, site.timeZone);
  return composeMail({
    to: hold.email,
    subject: `Your seat is held for a few more minutes: ${hold.event_title}`,
    preview: `Held until ${until}. Complete your purchase to keep your seat.`,
    site,
    because: isOwn
      ? 'You are receiving this email because you started to buy a ticket and have not paid yet.'
      : 'You are receiving this email because the organisers registered you for this event.',
    stopping: isOwn ? stopByDeletingAccount(site) : stopUnasked(site, hold),
    parts: [
      opening(
        hold.username,
        isOwn
          ? 'You started to buy a ticket for this event, and your seat is held for a few more minutes.'
          : 'The organisers registered you for this event. Your seat is held for a few more minutes.',
      ),
      title(hold.event_title),
      facts([
        { label: 'Held until', value: until },
        { label: 'When', value: formatWhen(hold.start_time, hold.end_time, site.timeZone) },
        { label: 'Where', value: formatWhere(hold.location) },
      ]),
      paragraph(
        'You have not been charged yet. When the time is up, somebody else can have your seat. If you no longer want it, you do not need to do anything.',
      ),
      button('Complete your purchase', eventAddress(site.publicUrl, hold)),
    ],
  });
}
